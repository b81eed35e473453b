# The console, a web page in console/, built by npm into files that the program serves. console_files receives the path of
# the .cpp that holds them, to be passed to add_layer(... GENERATED).
option(TRADEWIND_CONSOLE "Build the console into the program; needs Node 18 or newer with npm" ON)

function(embed_console variable)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/console_files.cpp)
  set(embed ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/embed_console.py ${output})
  find_program(NPM_PROGRAM npm)
  if(TRADEWIND_CONSOLE AND NOT NPM_PROGRAM)
    message(WARNING "npm is not there: the program is built without its console (packaging/install-dependencies run)")
  endif()
  if(TRADEWIND_CONSOLE AND NPM_PROGRAM)
    set(console ${PROJECT_SOURCE_DIR}/console)
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${console}/src/* ${console}/scripts/*)
    file(GLOB settings CONFIGURE_DEPENDS ${console}/*.json ${console}/*.ts ${console}/*.html)
    set(files ${CMAKE_CURRENT_BINARY_DIR}/console)
    # All build folders share one build of it.
    add_custom_command(
      OUTPUT ${output}
      COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/build_console.py ${console}
              ${PROJECT_SOURCE_DIR}/build/console ${files}
      COMMAND ${embed} ${files}
      DEPENDS ${sources} ${settings} ${PROJECT_SOURCE_DIR}/tools/build_console.py ${PROJECT_SOURCE_DIR}/tools/embed_console.py
      VERBATIM)
  else()
    add_custom_command(OUTPUT ${output} COMMAND ${embed} DEPENDS ${PROJECT_SOURCE_DIR}/tools/embed_console.py VERBATIM)
  endif()
  set(${variable} ${output} PARENT_SCOPE)
endfunction()
