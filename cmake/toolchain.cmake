# Warnings as errors, hardened flags and sanitizers, for everything we compile.
add_compile_options(
  -Wall -Wextra -Werror -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor -Woverloaded-virtual
  -Wimplicit-fallthrough -fstack-protector-strong -fno-omit-frame-pointer)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # No -Wpedantic: TRY is a statement expression, and g++ has no narrower name for that warning.
  add_compile_options(-fstack-clash-protection)
else()
  add_compile_options(-Wpedantic -Wno-gnu-statement-expression)
endif()
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
add_link_options(-pie -Wl,-z,relro,-z,now)
add_compile_definitions(_GLIBCXX_ASSERTIONS)

if(TRADEWIND_SANITIZE)
  add_compile_options(-fsanitize=${TRADEWIND_SANITIZE} -fno-sanitize-recover=all)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # g++ warns of its own instrumented temporaries; the other builds look for what this one does not.
    add_compile_options(-Wno-maybe-uninitialized)
  endif()
  add_link_options(-fsanitize=${TRADEWIND_SANITIZE})
  if(TRADEWIND_SANITIZE STREQUAL "thread")
    # Asio's fences are invisible to the thread sanitizer; without them it uses atomics that it sees.
    add_compile_definitions(BOOST_ASIO_DISABLE_FENCED_BLOCK)
  endif()
else()
  add_compile_definitions(_FORTIFY_SOURCE=2)
endif()
if(TRADEWIND_FAULTS)
  add_compile_definitions(TRADEWIND_FAULTS)
endif()

find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()
