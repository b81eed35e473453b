#pragma once

#include <set>
#include <string>
#include <string_view>

#include "storage/database/query_pair.h"

namespace tradewind::storage {

class PostgresConnection;

// To a cluster each statement is a command of its own, which its machine answers before the next one is sent. Two about
// one contact are one command as the call of a function, which `tradewind database distribute` makes on all machines.
// It is named by the words of both statements, so that a service calls only functions that do what its own statements
// do; without one it sends two statements.

std::string pair_function_name(std::string_view first, std::string_view second);

// Its parameters are those of the first statement and then those of the second one.
struct PairFunction {
    std::string signature;   // What the server knows it by: its name with the types.
    std::string definition;  // What makes it, or makes it anew.
};
// Asks the server for the types. Throws PostgresError.
PairFunction describe_pair_function(PostgresConnection& connection, const QueryPair& pair);

// The names of those that a database has. Throws PostgresError.
std::set<std::string> find_pair_functions(PostgresConnection& connection);

// Removes all but those of these signatures. Throws PostgresError.
void remove_other_pair_functions(PostgresConnection& connection, const std::set<std::string>& signatures);

}  // namespace tradewind::storage
