// CMake wants a source to hang the precompiled header on.
