//===- Program.cpp - What main calls --------------------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"
#include "Compare.h"
#include "Inputs.h"
#include "Options.h"
#include "Report.h"
#include "TensorFile.h"
#include "Text.h"
#include "rt_runtime.h"

#include <chrono>
#include <exception>
#include <iostream>
#include <limits.h>
#include <memory>
#include <new>
#include <stdlib.h>
#include <unistd.h>

namespace partita::program {

namespace {

struct SessionDeleter {
  void operator()(rt_session *session) const { rt_session_destroy(session); }
};

class Program {
public:
  Program(const rt_image &image, const std::string &name, std::ostream &out,
          std::ostream &err)
      : image(image), name(name), out(out), err(err) {}

  int run(const std::vector<std::string> &arguments);

private:
  int print();
  void prepare();
  int execute();
  bool timedRun(double &milliseconds, int &status);
  int finish();
  bool compareOutputs();
  bool writeOutputs();
  void printStats();
  int usage(const std::vector<std::string> &problems);
  int fail(int status, const std::string &text);
  int status();

  const rt_image &image;
  std::string name;
  std::ostream &out, &err;

  Options options;
  std::vector<std::string> problems;
  std::string weights;
  std::vector<Tensor> inputs, outputs;
  std::vector<std::optional<Tensor>> expected;
  std::vector<double> times;
  std::unique_ptr<rt_session, SessionDeleter> session;
};

/// The folder of the running program, through symbolic links.
std::string programFolder() {
  std::string path(PATH_MAX, '\0');
  ssize_t size = readlink("/proc/self/exe", &path[0], path.size());
  path.resize(size > 0 ? size : 0);
  size_t slash = path.rfind('/');
  return slash == std::string::npos ? "." : path.substr(0, slash);
}

/// An empty tensor's address need not be one; the runtime wants an address.
char *addressOf(Tensor &tensor) {
  static char none;
  return tensor.data.empty() ? &none : tensor.data.data();
}

} // namespace

int Program::fail(int status, const std::string &text) {
  out.flush();
  err << name << ": error: " << text << "\n";
  return status;
}

int Program::usage(const std::vector<std::string> &problems) {
  for (const std::string &problem : problems)
    fail(RT_USAGE, problem);
  err << name << ": nothing was run or written; see " << name << " --help\n";
  return RT_USAGE;
}

/// 0, unless what was printed did not get out.
int Program::status() {
  if (out.flush())
    return RT_OK;
  return fail(RT_FAILURE, "cannot write to standard output");
}

int Program::run(const std::vector<std::string> &arguments) {
  if (image.abi_version != RT_ABI_VERSION)
    return fail(RT_FAILURE,
                format("the program's image has version %lld, but its runtime "
                       "version %d",
                       static_cast<long long>(image.abi_version),
                       RT_ABI_VERSION));
  options = parseOptions(image, arguments, problems);
  if (options.help) {
    out << helpText(image, name);
    return status();
  }
  if (options.printsOnly())
    return problems.empty() ? print() : usage(problems);
  prepare();
  if (!problems.empty())
    return usage(problems);
  return execute();
}

int Program::print() {
  if (options.version)
    out << reportVersion(image);
  if (options.listIo)
    out << reportIo(image);
  if (options.printPlan) {
    std::string plan = image.plan ? image.plan : "";
    out << plan << (endsWith(plan, "\n") ? "" : "\n");
  }
  if (options.printProgram)
    out << reportProgram(image);
  return status();
}

/// Everything that can be wrong before a run, all of it.
void Program::prepare() {
  inputs = bindInputs(image, options, problems);
  expected = loadExpected(image, options, problems);
  if (!image.weights) {
    if (options.weights)
      problems.push_back("--weights " + *options.weights +
                         ": the program has no weights");
    return;
  }
  weights = options.weights ? *options.weights
                            : programFolder() + "/" + image.weights;
  if (access(weights.c_str(), R_OK) != 0)
    problems.push_back("weights file " + quoted(weights) +
                       " cannot be read: it lies beside the program, or give "
                       "it by --weights FILE");
}

bool Program::timedRun(double &milliseconds, int &status) {
  std::vector<const void *> from;
  std::vector<void *> to;
  for (Tensor &input : inputs)
    from.push_back(addressOf(input));
  for (Tensor &output : outputs)
    to.push_back(addressOf(output));
  char error[512] = "";
  auto begin = std::chrono::steady_clock::now();
  status = rt_session_run(session.get(), from.data(), to.data(), error,
                          sizeof(error));
  auto end = std::chrono::steady_clock::now();
  milliseconds = std::chrono::duration<double, std::milli>(end - begin).count();
  if (status != RT_OK)
    fail(status, error);
  return status == RT_OK;
}

int Program::execute() {
  char error[512] = "";
  rt_session *created = nullptr;
  int status =
      rt_session_create(&image, image.weights ? weights.c_str() : nullptr,
                        &created, error, sizeof(error));
  if (status != RT_OK)
    return fail(status, error);
  session.reset(created);
  for (int64_t i = 0; i < image.num_outputs; ++i) {
    TensorType type = typeOf(image.outputs[i]);
    outputs.push_back({type, std::vector<char>(byteSize(type).value_or(0))});
  }
  double milliseconds;
  for (int64_t i = 0; i < options.warmup; ++i)
    if (!timedRun(milliseconds, status))
      return status;
  for (int64_t i = 0; i < options.repeat; ++i) {
    if (!timedRun(milliseconds, status))
      return status;
    times.push_back(milliseconds);
  }
  return finish();
}

/// Comparisons first, then files, so that a file is written only once all is
/// known; on a mismatch too, to be looked at.
int Program::finish() {
  bool agree = compareOutputs();
  if (!writeOutputs())
    return RT_FAILURE;
  if (options.expected.empty() && options.outputs.empty())
    for (int64_t i = 0; i < image.num_outputs; ++i)
      out << reportTensor(image.outputs[i].name, outputs[i]);
  if (options.latency)
    out << reportLatency(times, options.warmup);
  if (options.stats)
    printStats();
  int result = status();
  return result == RT_OK && !agree ? static_cast<int>(RT_MISMATCH) : result;
}

bool Program::compareOutputs() {
  bool agree = true;
  Tolerance tolerance = {options.rtol, options.atol};
  for (int64_t i = 0; i < image.num_outputs; ++i) {
    const char *output = image.outputs[i].name;
    if (!expected[i]) {
      if (!options.expected.empty())
        out << "output " << quoted(output) << ": not compared\n";
      continue;
    }
    Comparison result = compare(outputs[i], *expected[i], tolerance);
    agree &= result.mismatches == 0;
    out << formatComparison(output, result, outputs[i], *expected[i], tolerance)
        << "\n";
  }
  return agree;
}

bool Program::writeOutputs() {
  std::vector<std::unique_ptr<AtomicFile>> files;
  std::string error;
  for (const FileArgument &argument : options.outputs) {
    std::vector<NamedTensor> tensors;
    for (int64_t i = 0; i < image.num_outputs; ++i)
      if (argument.index == i || argument.index == FileArgument::kAll)
        tensors.push_back({image.outputs[i].name, &outputs[i]});
    files.push_back(std::make_unique<AtomicFile>(argument.path));
    writeTensors(*formatOf(argument.path), tensors, files.back()->sink());
    if (!files.back()->close(error)) {
      fail(RT_FAILURE, argument.path + ": " + error);
      return false;
    }
  }
  for (const std::unique_ptr<AtomicFile> &file : files) {
    if (!file->commit(error)) {
      fail(RT_FAILURE, file->path() + ": " + error);
      return false;
    }
    err << name << ": wrote " << file->path() << "\n";
  }
  return true;
}

void Program::printStats() {
  int64_t bytes[4] = {}, calls[4] = {};
  rt_session_counters(session.get(), bytes, calls);
  out << reportStats(image, options.warmup + options.repeat, bytes, calls,
                     rt_session_memory(session.get()));
}

int runProgram(const rt_image &image, const std::vector<std::string> &arguments,
               std::ostream &out, std::ostream &err) {
  std::string name = arguments.empty() ? "program" : arguments[0];
  name = name.substr(name.rfind('/') + 1);
  std::vector<std::string> rest(arguments.begin() + !arguments.empty(),
                                arguments.end());
  try {
    return Program(image, name, out, err).run(rest);
  } catch (const std::bad_alloc &) {
    err << name << ": error: out of memory\n";
  } catch (const std::exception &exception) {
    err << name << ": error: " << exception.what() << "\n";
  }
  return RT_FAILURE;
}

} // namespace partita::program

int rt_program_main(int argc, char **argv) {
  return partita::program::runProgram(
      rt_program_image, std::vector<std::string>(argv, argv + argc), std::cout,
      std::cerr);
}
