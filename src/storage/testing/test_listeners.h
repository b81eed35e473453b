#pragma once

#include <string>

#include "storage/stores/engine/change_store.h"

namespace tradewind::storage {

// As a workflow that waits for such activities.
inline void listen_to(Transaction& transaction, domain::ActivityKind kind) {
    set_change_topics(transaction, {.kind = ChangeListener::Kind::Workflow, .id = {1}},
                      {{.kind = domain::ChangeTopic::Kind::Activity, .name = std::string(domain::word_of(kind))}});
}

// All changes that wait, whichever bucket they are in.
inline std::vector<QueuedChange> all_changes(Transaction& transaction) {
    std::vector<QueuedChange> all;
    for (std::int64_t bucket = 0; bucket < domain::change_buckets; ++bucket) {
        for (auto& queued : changes_after(transaction, {.bucket = bucket}, bucket, 1'000)) {
            all.push_back(std::move(queued));
        }
    }
    return all;
}

}  // namespace tradewind::storage
