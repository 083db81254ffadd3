//===- Link.cpp - From an object to a program -----------------------------===//
//
// Part of Partita, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A C++ compiler drives the link, because it knows where the system's start
// files and its C++ library are.
//
//===----------------------------------------------------------------------===//

#include "partita/Codegen/Link.h"

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace partita::codegen {

/// By soname; the second is what the first needs.
static const char *const libraries[] = {"libdnnl.so.3", "libgomp.so.1"};
/// Linked in, in this order.
static const char *const archives[] = {"libpartita-rt.a", "libz.a"};

/// The folder of the libraries that come with the compiler.
static std::string libraryFolder() {
  // The address of anything in this executable finds it.
  static int anchor;
  SmallString<128> folder(path::parent_path(
      path::parent_path(fs::getMainExecutable(nullptr, &anchor))));
  path::append(folder, "lib");
  return std::string(folder);
}

/// The file `name` that comes with the compiler, or a diagnostic.
static FailureOr<std::string> findLibrary(Location loc, StringRef name) {
  SmallString<128> file(libraryFolder());
  path::append(file, name);
  if (!fs::exists(file))
    return emitError(loc) << "expects \"" << file
                          << "\" beside the compiler; is it installed whole?";
  return std::string(file);
}

/// The C++ compiler that links, or a diagnostic.
static FailureOr<std::string> findLinker(Location loc) {
  static const char *const names[] = {"clang++-19", "clang++", "c++"};
  for (const char *name : names)
    if (llvm::ErrorOr<std::string> found = llvm::sys::findProgramByName(name))
      return *found;
  return emitError(loc) << "expects a C++ compiler to link the program: none "
                           "of clang++-19, clang++, c++ is in PATH";
}

/// The first lines of a file, for messages.
static std::string readHead(StringRef file) {
  auto buffer = llvm::MemoryBuffer::getFile(file, /*IsText=*/true);
  return buffer ? (*buffer)->getBuffer().take_front(2000).rtrim().str() : "";
}

LogicalResult linkProgram(Location loc, ArrayRef<char> object,
                          StringRef output) {
  FailureOr<std::string> linker = findLinker(loc);
  if (failed(linker))
    return failure();
  SmallVector<std::string> found;
  for (ArrayRef<const char *> names : {ArrayRef(archives), ArrayRef(libraries)})
    for (const char *name : names) {
      FailureOr<std::string> file = findLibrary(loc, name);
      if (failed(file))
        return failure();
      found.push_back(*file);
    }

  SmallString<128> objectFile, messages;
  int fd;
  if (std::error_code error =
          fs::createTemporaryFile("partita", "o", fd, objectFile))
    return emitError(loc) << "expects to write a temporary file: "
                          << error.message();
  auto cleanup = llvm::make_scope_exit([&] {
    fs::remove(objectFile);
    if (!messages.empty())
      fs::remove(messages);
  });
  {
    llvm::raw_fd_ostream out(fd, /*shouldClose=*/true);
    out.write(object.data(), object.size());
    out.flush();
    if (out.has_error()) {
      std::string problem = out.error().message();
      out.clear_error();
      return emitError(loc)
             << "expects to write \"" << objectFile << "\": " << problem;
    }
  }
  if (std::error_code error =
          fs::createTemporaryFile("partita", "txt", messages))
    return emitError(loc) << "expects to write a temporary file: "
                          << error.message();

  SmallVector<std::string> args = {*linker, "-o", output.str(),
                                   std::string(objectFile)};
  args.append(found);
  // $ORIGIN is what the loader calls the program's own folder. The C++ library
  // is linked in; oneDNN brings its own use of the system's.
  for (const char *flag :
       {"-Wl,-rpath,$ORIGIN", "-Wl,--enable-new-dtags", "-Wl,--gc-sections",
        "-Wl,--build-id=none", "-pthread", "-lm", "-ldl"})
    args.push_back(flag);
  if (path::filename(*linker).starts_with("clang"))
    args.push_back(path::filename(*linker).ends_with("-19") ? "-fuse-ld=lld-19"
                                                            : "-fuse-ld=lld");
  SmallVector<StringRef> argv(args.begin(), args.end());
  std::optional<StringRef> redirects[] = {StringRef(""), StringRef(messages),
                                          StringRef(messages)};
  std::string problem;
  int status = llvm::sys::ExecuteAndWait(*linker, argv, std::nullopt, redirects,
                                         0, 0, &problem);
  if (status != 0)
    return emitError(loc) << "expects \"" << *linker
                          << "\" to link the program, got exit code " << status
                          << ": " << problem << readHead(messages);
  return success();
}

LogicalResult copyLibraries(Location loc, StringRef folder) {
  for (const char *library : libraries) {
    FailureOr<std::string> from = findLibrary(loc, library);
    if (failed(from))
      return failure();
    SmallString<128> to(folder);
    path::append(to, library);
    uint64_t sizeFrom = 0, sizeTo = 0;
    if (!fs::file_size(*from, sizeFrom) && !fs::file_size(to, sizeTo) &&
        sizeFrom == sizeTo)
      continue;
    // Under another name first: a program that starts now sees all or nothing.
    llvm::Expected<fs::TempFile> temp = fs::TempFile::create(to + ".%%%%%%");
    std::error_code error;
    if (!temp)
      error = llvm::errorToErrorCode(temp.takeError());
    else if (!(error = fs::copy_file(*from, temp->FD)))
      error = llvm::errorToErrorCode(temp->keep(to));
    else
      llvm::consumeError(temp->discard());
    if (error)
      return emitError(loc)
             << "expects to write \"" << to << "\": " << error.message();
  }
  return success();
}

} // namespace partita::codegen
