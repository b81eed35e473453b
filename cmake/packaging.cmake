# What `make install` puts where, and the Debian package made of the same.
set(packaging_folder ${PROJECT_SOURCE_DIR}/packaging)

install(TARGETS tradewind RUNTIME DESTINATION bin)
install(FILES ${PROJECT_SOURCE_DIR}/CHANGELOG.md ${packaging_folder}/debian/copyright DESTINATION share/doc/tradewind)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs DESTINATION share/doc/tradewind FILES_MATCHING PATTERN *.md)
# `make sbom` leaves it beside the program; `make deb` and `make install` make it anew first.
install(FILES ${PROJECT_BINARY_DIR}/tradewind.spdx.json DESTINATION share/doc/tradewind OPTIONAL)
install(FILES ${packaging_folder}/tradewind.toml DESTINATION share/doc/tradewind/examples)
install(CODE "set(packaging_folder \"${packaging_folder}\")
set(build_folder \"${PROJECT_BINARY_DIR}\")")
install(SCRIPT ${PROJECT_SOURCE_DIR}/cmake/install_made.cmake)

set(CPACK_GENERATOR DEB)
set(CPACK_SET_DESTDIR ON)
set(CPACK_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "marketing automation for one online store")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
    "Tradewind keeps the contacts, products, purchases and events of an online
shop, and acts on them. The shop talks to it over HTTP and JSON. It is one
program and one folder of data; PostgreSQL can keep the data instead.")
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "The authors of Tradewind")
set(CPACK_DEBIAN_PACKAGE_SECTION web)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
# The libraries that the program is linked to, with the versions they are needed in, are found by dpkg-shlibdeps.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "adduser, tzdata, ca-certificates")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA
    ${packaging_folder}/debian/conffiles ${packaging_folder}/debian/postinst ${packaging_folder}/debian/prerm
    ${packaging_folder}/debian/postrm)
include(CPack)
