# Functions that the CMakeLists of this project share.

# One precompiled header serves libraries and executables, so both are -fPIC.
set(PARTITA_MLIR_OPTIONS -fno-rtti -fPIC)

# partita_add_library(NAME SOURCES... [DEPENDS targets...] [LINK libs...])
# A static library of the compiler. Everything that uses MLIR shares one
# precompiled header (cmake/pch) and links the shared MLIR and LLVM libraries.
function(partita_add_library name)
  cmake_parse_arguments(ARG "NO_MLIR" "" "DEPENDS;LINK" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  if(NOT ARG_NO_MLIR)
    target_compile_options(${name} PRIVATE ${PARTITA_MLIR_OPTIONS})
    target_precompile_headers(${name} REUSE_FROM PartitaMLIRHeaders)
    target_link_libraries(${name} PUBLIC MLIR LLVM)
  endif()
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
  target_link_libraries(${name} PUBLIC ${ARG_LINK})
endfunction()

# partita_add_tool(NAME SOURCES... [LINK libs...] [NO_MLIR]): an executable in
# build/bin.
function(partita_add_tool name)
  cmake_parse_arguments(ARG "NO_MLIR" "" "LINK" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE ${ARG_LINK})
  if(NOT ARG_NO_MLIR)
    target_compile_options(${name} PRIVATE ${PARTITA_MLIR_OPTIONS})
    target_precompile_headers(${name} REUSE_FROM PartitaMLIRHeaders)
    target_link_libraries(${name} PRIVATE MLIR LLVM)
  endif()
endfunction()

# partita_add_unittest(NAME SOURCES... [LINK libs...] [MLIR]): a GoogleTest
# binary in build/test/unit, run by scripts/run_tests.py. The precompiled header
# only where MLIR is used.
function(partita_add_unittest name)
  cmake_parse_arguments(ARG "MLIR" "" "LINK" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/test/unit)
  target_link_libraries(${name} PRIVATE ${ARG_LINK} GTest::gtest GTest::gtest_main)
  if(ARG_MLIR)
    target_compile_options(${name} PRIVATE ${PARTITA_MLIR_OPTIONS})
    target_precompile_headers(${name} REUSE_FROM PartitaMLIRHeaders)
    target_link_libraries(${name} PRIVATE MLIR LLVM)
  endif()
  set_property(GLOBAL APPEND PROPERTY PARTITA_UNITTESTS ${name})
endfunction()

# partita_tablegen(TARGET FILE.td FILE.inc args...): one mlir-tblgen output in
# the binary dir that mirrors the source dir; collects in TARGET.
function(partita_tablegen target td inc)
  set(LLVM_TARGET_DEFINITIONS ${td})
  mlir_tablegen(${inc} ${ARGN} -I${CMAKE_SOURCE_DIR})
  set_property(GLOBAL APPEND PROPERTY PARTITA_TABLEGEN_${target}
               ${CMAKE_CURRENT_BINARY_DIR}/${inc})
endfunction()

# partita_tablegen_target(TARGET): ends a group of partita_tablegen calls.
function(partita_tablegen_target target)
  get_property(files GLOBAL PROPERTY PARTITA_TABLEGEN_${target})
  add_custom_target(${target} DEPENDS ${files})
endfunction()
