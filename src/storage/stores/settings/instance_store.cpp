#include "storage/stores/settings/instance_store.h"

namespace tradewind::storage {
namespace {

constexpr Query instance_find_query{
    .name = "instance.find",
    .sql = R"(SELECT instance_id, secret_key_fingerprint, created_at FROM instance)",
};

constexpr Query instance_insert_query{
    .name = "instance.insert",
    .sql = R"(INSERT INTO instance (id, instance_id, secret_key_fingerprint, created_at) VALUES (1, $1, $2, $3))",
};

}  // namespace

std::optional<Instance> find_instance(Transaction& transaction) {
    auto rows = transaction.query(instance_find_query);
    if (!rows.next()) { return std::nullopt; }
    return Instance{
        .id = std::string(rows.text(0)),
        .secret_key_fingerprint = std::string(rows.text(1)),
        .created_at = {rows.integer(2)},
    };
}

void insert_instance(Transaction& transaction, const Instance& instance) {
    transaction.execute(instance_insert_query,
                        {instance.id, instance.secret_key_fingerprint, instance.created_at.milliseconds});
}

}  // namespace tradewind::storage
