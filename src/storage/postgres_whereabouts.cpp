#include "storage/postgres_whereabouts.h"

namespace tradewind::storage {
namespace {

constexpr int server_version_min = 15'00'00;

constexpr Query home_query{
    .name = "whereabouts.home",
    .sql = R"(SELECT 'postgresql ' || s.system_identifier || ' ' || d.oid
              FROM pg_control_system() s, pg_database d WHERE d.datname = current_database())",
};

constexpr Query filled_query{
    .name = "whereabouts.filled",
    .sql = R"(SELECT count(*) FROM pg_tables WHERE schemaname = current_schema() AND tablename = 'transfer_progress')",
};

}  // namespace

std::string home_of(PostgresConnection& connection) {
    return text_in(*connection.run(home_query), 0, 0);
}

base::Result<void> check_server(PostgresConnection& connection) {
    if (connection.server_version() < server_version_min) {
        return base::conflict("The PostgreSQL server is too old: version 15 or newer is needed.");
    }
    if (connection.reported("server_encoding") != "UTF8") {
        return base::conflict("The database must keep its text as UTF-8: create it with ENCODING 'UTF8'.");
    }
    return {};
}

bool is_being_filled(PostgresConnection& connection) {
    return integer_in(*connection.run(filled_query), 0, 0) != 0;
}

}  // namespace tradewind::storage
