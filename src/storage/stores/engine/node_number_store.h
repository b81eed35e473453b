#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/id.h"
#include "storage/database/transaction.h"

namespace tradewind::storage {

// What happened at the nodes of workflows, as numbers. Who writes one beside a contact waits for nobody; all of them
// are added up later, and are there for every reader at once.

struct NodeNumber {
    std::string node;
    std::string what;  // entered, left, skipped, failed, ended.
    std::string name;  // The port, the reason, the outcome.
    std::int64_t number = 1;

    friend bool operator==(const NodeNumber&, const NodeNumber&) = default;
};

// More of them, beside a contact that is locked. The id is new.
struct NodeNumberChange {
    base::Id id;
    base::Id contact;
    base::Id workflow;
    std::vector<NodeNumber> numbers;
};
void note_node_numbers(Transaction& transaction, const NodeNumberChange& change);

// All of a workflow, whether they are added up or not.
std::vector<NodeNumber> node_numbers(Transaction& transaction, base::Id workflow);

// The last one of the oldest changes, at most so many; nothing when there is none.
std::optional<base::Id> last_of_oldest_number_changes(Transaction& transaction, std::int64_t rows_max);
// Adds up what was noted up to this one.
void add_up_node_numbers(Transaction& transaction, base::Id last);
// Adds up what was noted beside a contact, which goes.
void add_up_node_numbers_of(Transaction& transaction, base::Id contact);

void delete_node_numbers(Transaction& transaction, base::Id workflow);

}  // namespace tradewind::storage
