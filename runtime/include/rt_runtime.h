//===- rt_runtime.h - Running a compiled program ----------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A session holds a program's ranks ready to run: the weights mapped and
// packed, arenas and library scratch allocated, the rank threads waiting. The
// program's own `main` is the first user of this interface:
//
//   rt_session *s; char err[512];
//   if (rt_session_create(&rt_program_image, weights, &s, err, sizeof err)) ...
//   rt_session_run(s, inputs, outputs, err, sizeof err); // many times
//   rt_session_destroy(s);
//
// Functions return 0, or an rt_status and a message in `error` (one line, no
// newline, cut to fit). Nothing here throws across the interface.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_RUNTIME_RT_RUNTIME_H
#define PARTITA_RUNTIME_RT_RUNTIME_H

#include "rt_image.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Also the program's exit codes.
enum rt_status { RT_OK = 0, RT_USAGE = 1, RT_MISMATCH = 2, RT_FAILURE = 3 };

typedef struct rt_session rt_session;

/// `weights_path`: the weights file, or null if the image has none. Checks the
/// image's ABI version, the file's length and content id.
int rt_session_create(const rt_image *image, const char *weights_path,
                      rt_session **session, char *error, size_t error_size);

/// One run. `inputs` and `outputs` are whole tensors, row-major, in the order
/// of the image's lists; each rank copies its own box in and out.
int rt_session_run(rt_session *session, const void *const *inputs,
                   void *const *outputs, char *error, size_t error_size);

/// Since creation, summed over ranks: bytes that ranks received from other
/// ranks and number of collectives, by rt_collective (4 entries each).
void rt_session_counters(const rt_session *session, int64_t *bytes,
                         int64_t *calls);

/// Bytes of arena, packed weights and scratch that the session allocated.
int64_t rt_session_memory(const rt_session *session);

void rt_session_destroy(rt_session *session);

#ifdef __cplusplus
}
#endif

#endif // PARTITA_RUNTIME_RT_RUNTIME_H
