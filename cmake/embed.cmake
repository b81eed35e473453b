# embed_texts(migration_texts SYMBOL tradewind::storage::migration_texts FILES storage/migrations/*.sql)
# Builds text files into the program. FILES are patterns from the current folder; SYMBOL becomes a
# std::span<const base::EmbeddedText>, one element per file by name. The variable named first receives the path of the
# .cpp that defines it, to be passed to add_layer(... GENERATED).
function(embed_texts variable)
  cmake_parse_arguments(embed "" "SYMBOL" "FILES" ${ARGN})
  list(TRANSFORM embed_FILES PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/ REGEX "^[^/]")
  file(GLOB files CONFIGURE_DEPENDS ${embed_FILES})
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${variable}.cpp)
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/embed_texts.py ${embed_SYMBOL} ${output} ${files}
    DEPENDS ${files} ${PROJECT_SOURCE_DIR}/tools/embed_texts.py
    VERBATIM)
  set(${variable} ${output} PARENT_SCOPE)
endfunction()
