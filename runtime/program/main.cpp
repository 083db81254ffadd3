//===- main.cpp - Every compiled program's main ---------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"

int main(int argc, char **argv) { return rt_program_main(argc, argv); }
