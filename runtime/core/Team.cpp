//===- Team.cpp - The threads of one rank ---------------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Team.h.
//
//===----------------------------------------------------------------------===//

#include "core/Team.h"

using namespace partita::rt;

// libgomp's stable interface; clang ships no omp.h for it.
extern "C" {
void GOMP_parallel(void (*function)(void *), void *data, unsigned threads,
                   unsigned flags);
int omp_get_thread_num(void);
int omp_get_num_threads(void);
void omp_set_num_threads(int threads);
}

void Team::adopt() const {
  omp_set_num_threads(threads);
  run([](int, int) {});
}

void Team::fork(void (*function)(void *), void *data) const {
  GOMP_parallel(function, data, static_cast<unsigned>(threads), 0);
}

int Team::part() { return omp_get_thread_num(); }
int Team::parts() { return omp_get_num_threads(); }
