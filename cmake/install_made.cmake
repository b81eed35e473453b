# Run by `cmake --install`, for what is made only then: the unit names the program where it is put, the page of the manual is
# compressed, and a configuration that is there is left alone.
configure_file(${packaging_folder}/tradewind.service.in ${build_folder}/tradewind.service @ONLY)
file(INSTALL ${build_folder}/tradewind.service DESTINATION ${CMAKE_INSTALL_PREFIX}/lib/systemd/system)

execute_process(COMMAND gzip -9nc ${packaging_folder}/tradewind.1 OUTPUT_FILE ${build_folder}/tradewind.1.gz
                COMMAND_ERROR_IS_FATAL ANY)
file(INSTALL ${build_folder}/tradewind.1.gz DESTINATION ${CMAKE_INSTALL_PREFIX}/share/man/man1)

if(NOT EXISTS "$ENV{DESTDIR}/etc/tradewind/tradewind.toml")
  file(INSTALL ${packaging_folder}/tradewind.toml DESTINATION /etc/tradewind
       PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ)
endif()
