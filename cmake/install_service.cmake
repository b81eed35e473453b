# Run by `cmake --install`: the unit names the program where it is put, and a configuration that is there is left alone.
configure_file(${packaging_folder}/tradewind.service.in ${unit_file} @ONLY)
file(INSTALL ${unit_file} DESTINATION ${CMAKE_INSTALL_PREFIX}/lib/systemd/system)

if(NOT EXISTS "$ENV{DESTDIR}/etc/tradewind/tradewind.toml")
  file(INSTALL ${packaging_folder}/tradewind.toml DESTINATION /etc/tradewind
       PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ)
endif()
