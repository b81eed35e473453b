#include "storage/postgres/pair_functions.h"

#include <cstddef>
#include <utility>
#include <vector>

#include "base/hmac.h"
#include "storage/postgres/connection.h"
#include "storage/postgres/insert_rows.h"

namespace tradewind::storage {
namespace {

constexpr std::string_view prefix = "contact_pair_";
constexpr std::size_t hash_characters = 16;

// These are no Queries, because no service runs them.
constexpr const char* types_sql =
    "SELECT unnest(parameter_types)::text FROM pg_prepared_statements WHERE name = 'of_pair'";
constexpr const char* found_sql =
    "SELECT proname, oid::regprocedure::text FROM pg_proc "
    "WHERE starts_with(proname, $1) AND pronamespace = current_schema()::regnamespace";

std::vector<std::string> parameter_types(PostgresConnection& connection, std::string_view sql) {
    connection.run_script("PREPARE of_pair AS " + std::string(sql));
    std::vector<std::string> types;
    for (const auto& row : connection.rows_of(types_sql, {})) { types.push_back(row[0].value()); }
    connection.run_script("DEALLOCATE of_pair");
    return types;
}

}  // namespace

std::string pair_function_name(std::string_view first, std::string_view second) {
    const auto hash = base::hmac_sha256_hex(first, second);
    return std::string(prefix) + hash.substr(0, hash_characters);
}

PairFunction describe_pair_function(PostgresConnection& connection, const QueryPair& pair) {
    const auto first = words_of(pair.first, PostgresKind::Cluster);
    const auto second = words_of(pair.second, PostgresKind::Cluster);
    auto types = parameter_types(connection, first);
    const auto parameters_of_first = types.size();
    for (auto& type : parameter_types(connection, second)) { types.push_back(std::move(type)); }
    std::string signature = pair_function_name(first, second) + "(";
    for (const auto& type : types) { signature += (signature.ends_with('(') ? "" : ",") + type; }
    signature += ")";
    // A machine that runs it has a path of its own to search for tables.
    auto definition = "CREATE OR REPLACE FUNCTION " + signature +
                      " RETURNS void LANGUAGE plpgsql SET search_path FROM CURRENT AS $function$ BEGIN " +
                      std::string(first) + "; " + with_later_parameters(second, parameters_of_first) +
                      "; END $function$";
    return {.signature = std::move(signature), .definition = std::move(definition)};
}

std::set<std::string> find_pair_functions(PostgresConnection& connection) {
    std::set<std::string> names;
    for (const auto& row : connection.rows_of(found_sql, {std::string(prefix)})) { names.insert(row[0].value()); }
    return names;
}

void remove_other_pair_functions(PostgresConnection& connection, const std::set<std::string>& signatures) {
    for (const auto& row : connection.rows_of(found_sql, {std::string(prefix)})) {
        if (!signatures.contains(row[1].value())) { connection.run_script("DROP FUNCTION " + row[1].value()); }
    }
}

}  // namespace tradewind::storage
