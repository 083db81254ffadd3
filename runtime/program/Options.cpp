//===- Options.cpp - The program's arguments ------------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "Tensor.h"
#include "TensorFile.h"
#include "Text.h"

#include <algorithm>

namespace partita::program {

namespace {

enum class Id {
  Input,
  Random,
  RandomRange,
  Output,
  Expect,
  Rtol,
  Atol,
  Repeat,
  Warmup,
  Stats,
  ListIo,
  PrintPlan,
  PrintProgram,
  Version,
  Weights,
  Help
};

/// `value` null: a flag. `help` may have several lines. A `heading` begins a
/// group in --help.
struct OptionSpec {
  Id id;
  const char *name, *value, *help, *heading;
};

const OptionSpec kOptions[] = {
    {Id::Input, "--input", "NAME=@FILE",
     "take an input from a file: .npy, .npz (the array called\n"
     "NAME, or the only one), .pb (ONNX TensorProto), .bin (the\n"
     "bytes alone)",
     "Inputs"},
    {Id::Input, "--input", "@FILE",
     "the only input, or all inputs by name from an .npz", nullptr},
    {Id::Random, "--random", "SEED",
     "make the inputs that are not given: reals in [-1,1),\n"
     "integers 0 or 1, bools; the same ones for the same seed",
     nullptr},
    {Id::RandomRange, "--range", "NAME=LO:HI",
     "other bounds for a random input: integers LO to HI\n"
     "inclusive, reals in [LO,HI)",
     nullptr},
    {Id::Output, "--output", "NAME=FILE",
     "write an output: .npy, .npz, .pb or .bin; written whole\n"
     "or not at all",
     "Outputs"},
    {Id::Output, "--output", "FILE",
     "the only output, or all outputs into an .npz", nullptr},
    {Id::Expect, "--expect", "NAME=@FILE",
     "compare an output with a file's values (exit code 2 if\n"
     "they differ): integers and bools exactly, reals within\n"
     "atol + rtol * |expected|; NaN equals NaN",
     nullptr},
    {Id::Expect, "--expect", "@FILE",
     "the only output, or the outputs that an .npz has", nullptr},
    {Id::Rtol, "--rtol", "X", "relative tolerance (1e-3)", nullptr},
    {Id::Atol, "--atol", "X", "absolute tolerance (1e-5)", nullptr},
    {Id::Repeat, "--repeat", "N", "run N times and print the latency (1)",
     "Running"},
    {Id::Warmup, "--warmup", "N", "run N times first, not timed (0)", nullptr},
    {Id::Stats, "--stats", nullptr,
     "print collectives, bytes between ranks, and memory", nullptr},
    {Id::Weights, "--weights", "FILE",
     "the weights file (default: beside the program)", nullptr},
    {Id::ListIo, "--list-io", nullptr,
     "print name, type, shape and size of inputs and outputs",
     "Printing, without a run"},
    {Id::PrintPlan, "--print-plan", nullptr,
     "print how the model is split over the ranks", nullptr},
    {Id::PrintProgram, "--print-program", nullptr,
     "print the instructions of each class of ranks", nullptr},
    {Id::Version, "--version", nullptr,
     "print compiler, flags, model, content id, ranks, threads", nullptr},
    {Id::Help, "--help", nullptr, "print this", nullptr},
};

class Parser {
public:
  Parser(const rt_image &image, std::vector<std::string> &problems)
      : image(image), problems(problems),
        inputNames(namesOf(image.inputs, image.num_inputs)),
        outputNames(namesOf(image.outputs, image.num_outputs)) {}

  Options parse(const std::vector<std::string> &arguments);

private:
  void apply(Id id, const std::string &option, const std::string &value);
  void source(const std::string &option, const std::string &value);
  void destination(const std::string &value);
  void range(const std::string &value);
  void count(const std::string &option, const std::string &value,
             int64_t minimum, int64_t &result);
  void tolerance(const std::string &option, const std::string &value,
                 double &result);
  bool checkPath(const std::string &where, const std::string &path);
  std::optional<int64_t> bareIndex(const std::string &where, bool input,
                                   const std::string &path);
  void problem(const std::string &text) { problems.push_back(text); }

  const rt_image &image;
  std::vector<std::string> &problems;
  std::vector<std::string> inputNames, outputNames;
  Options options;
};

std::optional<int64_t> indexOf(const std::string &name,
                               const std::vector<std::string> &names) {
  auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end())
    return std::nullopt;
  return found - names.begin();
}

} // namespace

std::optional<SplitArgument>
splitSource(const std::string &text, const std::vector<std::string> &names) {
  bool bare = startsWith(text, "@");
  size_t at = text.rfind("=@");
  if (at != std::string::npos) {
    std::string name = text.substr(0, at);
    // A bare path may contain "=@" too.
    if (!bare || indexOf(name, names))
      return SplitArgument{name, text.substr(at + 2)};
  }
  if (bare)
    return SplitArgument{std::nullopt, text.substr(1)};
  return std::nullopt;
}

SplitArgument splitDestination(const std::string &text) {
  size_t at = text.rfind('=');
  if (at == std::string::npos)
    return {std::nullopt, text};
  return {text.substr(0, at), text.substr(at + 1)};
}

bool Parser::checkPath(const std::string &where, const std::string &path) {
  if (formatOf(path))
    return true;
  problem(where + ": " + quoted(path) + ": expects a file that ends in " +
          kFormatList);
  return false;
}

/// What a file without a name stands for.
std::optional<int64_t> Parser::bareIndex(const std::string &where, bool input,
                                         const std::string &path) {
  const std::vector<std::string> &names = input ? inputNames : outputNames;
  // Outputs go into an .npz under their names, be there one or more.
  bool npz = formatOf(path) == FileFormat::Npz;
  if (names.size() == 1)
    return 0;
  if (npz)
    return FileArgument::kAll;
  problem(where +
          format(": the program has %zu %s: name one, or use an .npz "
                 "for all; %s: ",
                 names.size(), input ? "inputs" : "outputs",
                 input ? "inputs" : "outputs") +
          listNames(names));
  return std::nullopt;
}

void Parser::source(const std::string &option, const std::string &value) {
  bool input = option == "--input";
  const std::vector<std::string> &names = input ? inputNames : outputNames;
  std::vector<FileArgument> &list = input ? options.inputs : options.expected;
  std::string where = option + " " + value;
  std::optional<int64_t> index;
  std::optional<SplitArgument> split = splitSource(value, names);
  if (!split) {
    size_t at = value.rfind('=');
    std::string guess = at == std::string::npos
                            ? "@" + value
                            : value.substr(0, at) + "=@" + value.substr(at + 1);
    problem(where + ": expects NAME=@FILE or @FILE" +
            (formatOf(value) ? ": did you mean " + quoted(guess) + "?" : ""));
  } else if (checkPath(where, split->path)) {
    if (!split->name)
      index = bareIndex(where, input, split->path);
    else if (!(index = indexOf(*split->name, names)))
      problem(where + ": " +
              unknownName(input ? "input" : "output", *split->name, names));
  }
  if (index)
    list.push_back({*index, split->path});
  else if (input)
    options.unclearInputs = true;
}

void Parser::destination(const std::string &value) {
  std::string where = "--output " + value;
  SplitArgument split = splitDestination(value);
  if (startsWith(split.path, "@"))
    return problem(where +
                   ": expects NAME=FILE without @ (for a file of this "
                   "name, write " +
                   quoted("./" + split.path) + ")");
  if (!checkPath(where, split.path))
    return;
  std::optional<int64_t> index;
  if (!split.name)
    index = bareIndex(where, /*input=*/false, split.path);
  else if (!(index = indexOf(*split.name, outputNames)))
    problem(where + ": " + unknownName("output", *split.name, outputNames));
  if (!index)
    return;
  for (const FileArgument &other : options.outputs)
    if (other.path == split.path)
      return problem(where + ": this file is written by another --output");
  std::string why = whyNotWritable(split.path);
  if (!why.empty())
    return problem(where + ": " + why);
  options.outputs.push_back({*index, split.path});
}

void Parser::range(const std::string &value) {
  std::string where = "--range " + value;
  SplitArgument split = splitDestination(value);
  size_t colon = split.path.find(':');
  if (!split.name || colon == std::string::npos)
    return problem(where + ": expects NAME=LO:HI");
  std::optional<int64_t> index = indexOf(*split.name, inputNames);
  if (!index)
    return problem(where + ": " +
                   unknownName("input", *split.name, inputNames));
  Range range = {split.path.substr(0, colon), split.path.substr(colon + 1)};
  int64_t dtype = image.inputs[*index].dtype;
  std::string kind = dtypeName(dtype);
  if (dtype == RT_BOOL)
    return problem(where + ": a bool input has no range");
  if (dtype == RT_F32) {
    auto low = parseReal(range.low), high = parseReal(range.high);
    if (!low || !high || !(*low < *high) || *low < -3e38 || *high > 3e38)
      return problem(where + ": expects LO < HI, two numbers of type " + kind);
  } else {
    auto low = parseInteger(range.low), high = parseInteger(range.high);
    bool narrow = dtype == RT_I32;
    if (!low || !high || *low > *high ||
        (narrow && (*low < INT32_MIN || *high > INT32_MAX)))
      return problem(where + ": expects LO <= HI, two numbers of type " + kind);
  }
  if (!options.ranges.emplace(*index, range).second)
    problem(where + ": the input has another --range");
}

void Parser::count(const std::string &option, const std::string &value,
                   int64_t minimum, int64_t &result) {
  auto number = parseInteger(value);
  if (!number || *number < minimum || *number > 1000000000)
    return problem(option + " " + value +
                   format(": expects a number from %d to 1000000000",
                          static_cast<int>(minimum)));
  result = *number;
}

void Parser::tolerance(const std::string &option, const std::string &value,
                       double &result) {
  auto number = parseReal(value);
  if (!number || *number < 0)
    return problem(option + " " + value + ": expects a number not below 0");
  result = *number;
}

void Parser::apply(Id id, const std::string &option, const std::string &value) {
  int64_t seed = 0;
  switch (id) {
  case Id::Input:
  case Id::Expect:
    return source(option, value);
  case Id::Output:
    return destination(value);
  case Id::RandomRange:
    return range(value);
  case Id::Random:
    if (auto number = parseInteger(value))
      seed = *number;
    else
      problem(option + " " + value + ": expects a seed, an integer");
    // Set even then: the inputs are meant to be random.
    options.seed = static_cast<uint64_t>(seed);
    return;
  case Id::Rtol:
    return tolerance(option, value, options.rtol);
  case Id::Atol:
    return tolerance(option, value, options.atol);
  case Id::Repeat:
    options.latency = true;
    return count(option, value, 1, options.repeat);
  case Id::Warmup:
    options.latency = true;
    return count(option, value, 0, options.warmup);
  case Id::Weights:
    options.weights = value;
    return;
  case Id::Stats:
    options.stats = true;
    return;
  case Id::ListIo:
    options.listIo = true;
    return;
  case Id::PrintPlan:
    options.printPlan = true;
    return;
  case Id::PrintProgram:
    options.printProgram = true;
    return;
  case Id::Version:
    options.version = true;
    return;
  case Id::Help:
    options.help = true;
    return;
  }
}

Options Parser::parse(const std::vector<std::string> &arguments) {
  std::vector<std::string> names;
  for (const OptionSpec &spec : kOptions)
    names.push_back(spec.name);
  for (size_t i = 0; i < arguments.size(); ++i) {
    // Values contain "=" themselves: the option ends at the first.
    std::string name = arguments[i], value;
    size_t equals = name.find('=');
    bool joined = startsWith(name, "--") && equals != std::string::npos;
    if (joined) {
      value = name.substr(equals + 1);
      name.resize(equals);
    }
    if (name == "-h")
      name = "--help";
    if (!startsWith(name, "-")) {
      problem("unexpected argument " + quoted(name) +
              ": files are given by --input, --output or --expect");
      continue;
    }
    std::optional<int64_t> index = indexOf(name, names);
    if (!index) {
      std::string guess = nearest(name, names);
      problem("unknown option " + name + ": " +
              (guess.empty() ? "" : "did you mean " + guess + "? ") +
              "--help lists the options");
      continue;
    }
    const OptionSpec &spec = kOptions[*index];
    if (!spec.value && joined) {
      problem(name + " takes no value");
      continue;
    }
    if (spec.value && !joined) {
      if (i + 1 == arguments.size()) {
        problem(name + " expects a value, " + spec.value);
        options.unclearInputs |= spec.id == Id::Input;
        continue;
      }
      value = arguments[++i];
    }
    apply(spec.id, name, value);
  }
  // A range that nothing would use is a misunderstanding.
  if (!options.ranges.empty() && !options.seed)
    problem("--range expects --random SEED too");
  return std::move(options);
}

Options parseOptions(const rt_image &image,
                     const std::vector<std::string> &arguments,
                     std::vector<std::string> &problems) {
  return Parser(image, problems).parse(arguments);
}

std::string helpText(const rt_image &image, const std::string &program) {
  std::string text = "usage: " + program + " [options]\n\nRuns " + image.model +
                     format(" on %lld ranks with %lld threads each.\n",
                            static_cast<long long>(image.num_ranks),
                            static_cast<long long>(image.threads_per_rank));
  const int column = 22;
  for (const OptionSpec &spec : kOptions) {
    if (spec.heading)
      text += std::string("\n") + spec.heading + ":\n";
    std::string left = std::string("  ") + spec.name;
    if (spec.value)
      left += std::string(" ") + spec.value;
    text += format("%-*s ", column, left.c_str());
    for (const char *c = spec.help; *c; ++c) {
      text += *c;
      if (*c == '\n')
        text.append(column + 1, ' ');
    }
    text += '\n';
  }
  return text +
         "\nA name may contain / : . = : a source splits at the last \"=@\", a "
         "destination\nat the last \"=\". Without --output and --expect, a "
         "summary of each output is\nprinted. Results go to standard output, "
         "messages to standard error.\n\n"
         "Exit codes: 0 done, 1 wrong arguments or input files, 2 an output "
         "differs from\n--expect, 3 the run failed.\n";
}

} // namespace partita::program
