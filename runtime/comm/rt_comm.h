//===- rt_comm.h - Collectives behind one table -----------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the interpreter knows of communication: a table of functions, one per
// backend. `local` (comm/local) runs ranks as threads of one process; others
// can be loaded as libraries, hence C.
//
//   prepare   at start-up, on each rank, per RT_START of its program
//   seal      once all ranks have prepared: compares what the parties of each
//             channel expect of each other, before anything can hang
//   start     publishes the source; returns at once
//   wait      returns when the destination is complete and the source is no
//             longer read by anybody
//
// prepare, start and wait of a rank are called on the rank's own thread. A
// source is reduced in ascending rank order: the same plan gives the same
// bits with every backend. Functions that return int give 0, RT_FAILURE with a
// message, or RT_COMM_INTERRUPTED: another rank has failed, there is nothing
// to add.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_RUNTIME_COMM_RT_COMM_H
#define PARTITA_RUNTIME_COMM_RT_COMM_H

#include "rt_runtime.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { RT_COMM_INTERRUPTED = 100 };

/// One rank's part of a collective, as its instruction states it.
typedef struct rt_collective_desc {
  int64_t kind; ///< rt_collective
  int64_t rank;
  int64_t channel;
  const char *name; ///< the instruction's
  int64_t dtype;    ///< reductions
  int64_t reduce;   ///< reductions: rt_reduce
  int64_t elem_size;
  int64_t outer, inner;  ///< gather and scatter; 1 and 1 otherwise
  int64_t count;         ///< all-reduce: elements
  const rt_group *group; ///< null for an exchange
  int64_t tensor_rank;   ///< exchange
  int64_t num_transfers; ///< exchange: of all ranks
  const rt_transfer *transfers;
  int64_t threads; ///< of the rank's team
} rt_collective_desc;

typedef struct rt_comm rt_comm;
typedef struct rt_comm_request rt_comm_request;

typedef struct rt_comm_ops {
  const char *name;
  int (*prepare)(rt_comm *, const rt_collective_desc *, rt_comm_request **,
                 char *error, size_t error_size);
  int (*seal)(rt_comm *, char *error, size_t error_size);
  int (*start)(rt_comm_request *, const void *src, void *dst, char *error,
               size_t error_size);
  int (*wait)(rt_comm_request *, char *error, size_t error_size);
  /// Makes waits of this process return; host.failed() is true by now.
  void (*interrupt)(rt_comm *);
  /// Bytes received from other ranks and collectives started, by
  /// rt_collective, summed over this process's ranks.
  void (*counters)(const rt_comm *, int64_t *bytes, int64_t *calls);
  void (*destroy)(rt_comm *);
} rt_comm_ops;

/// A backend's state begins with its table.
struct rt_comm {
  const rt_comm_ops *ops;
};

/// What a backend asks of the session, to notice a hang and to describe it.
typedef struct rt_comm_host {
  void *session;
  /// Grows with every instruction that a rank of this process completes.
  int64_t (*progress)(void *session);
  int (*failed)(void *session);
  /// What a rank is doing now, such as "in instruction 3 'relu' (kernel)".
  void (*describe)(void *session, int64_t rank, char *text, size_t size);
  /// Seconds without progress after which a wait fails; 0: never.
  double timeout;
} rt_comm_host;

/// Ranks as threads of this process. `may_spin`: every thread has a core, so
/// that a wait may spin for a moment before it sleeps.
int rt_comm_local_create(int64_t num_ranks, int may_spin,
                         const rt_comm_host *host, rt_comm **comm, char *error,
                         size_t error_size);

#ifdef __cplusplus
}
#endif

#endif // PARTITA_RUNTIME_COMM_RT_COMM_H
