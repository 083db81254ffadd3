//===- Text.h - Messages, names and numbers as text -------------*- C++ -*-===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Small helpers of the program's messages. Lower case, the rule first, then
// the values; a wrong name comes with the right ones.
//
//===----------------------------------------------------------------------===//

#ifndef PARTITA_RUNTIME_PROGRAM_TEXT_H
#define PARTITA_RUNTIME_PROGRAM_TEXT_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace partita::program {

/// printf into a string.
std::string format(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/// The text in double quotes, control characters and quotes escaped: model
/// names and file names may hold anything.
std::string quoted(const std::string &text);

/// "96 B", "1.5 KiB", "2.0 GiB".
std::string formatBytes(int64_t bytes);

bool startsWith(const std::string &text, const std::string &prefix);
bool endsWith(const std::string &text, const std::string &suffix);

/// The whole text as a decimal number; nothing for anything else, for
/// instance trailing characters or a value out of range.
std::optional<int64_t> parseInteger(const std::string &text);
std::optional<double> parseReal(const std::string &text);

/// The word with the least edit distance to `word`, or "" if none is close
/// enough to be what the user meant.
std::string nearest(const std::string &word,
                    const std::vector<std::string> &words);

/// `unknown input "X": did you mean "x"? inputs: "x", "mask"`.
std::string unknownName(const std::string &kind, const std::string &name,
                        const std::vector<std::string> &valid);

/// `"x", "mask"`; a long list is cut and says how many more there are.
std::string listNames(const std::vector<std::string> &names);

} // namespace partita::program

#endif // PARTITA_RUNTIME_PROGRAM_TEXT_H
