#pragma once

#include <utility>

#include "api/answer.h"
#include "storage/database.h"

namespace tradewind::api {

// Runs `work`, a `Result<JsonAnswer>(Transaction&)`, as one transaction and answers what it says: done, or its refusal.
template <class Work>
void answer_write(storage::Database& database, Answer answer, Work work) {
    auto& executor = answer.executor();
    database.write(storage::Priority::Request, executor, std::move(work),
                   [answer = std::move(answer)](base::Result<JsonAnswer> done) mutable {
                       if (!done) { return answer.refuse(done.error()); }
                       if (done.value().status == 204) { return answer.no_content(); }
                       answer.json(std::move(done).take());
                   });
}

// The same for a read.
template <class Work>
void answer_read(storage::Database& database, storage::ReadCost cost, Answer answer, Work work) {
    auto& executor = answer.executor();
    database.read(cost, executor, std::move(work), [answer = std::move(answer)](base::Result<JsonAnswer> done) mutable {
        if (!done) { return answer.refuse(done.error()); }
        answer.json(std::move(done).take());
    });
}

}  // namespace tradewind::api
