#pragma once

#include <utility>

#include "api/answer.h"
#include "api/idempotency.h"
#include "api/route.h"
#include "api/surroundings.h"
#include "storage/database.h"

namespace tradewind::api {

// Runs `work`, a `Result<JsonAnswer>(Transaction&)`, as one transaction and answers what it says: done, or its refusal.
// A request that was answered before under its Idempotency-Key gets that answer again, and the work does not run.
template <class Work>
void answer_write(const Surroundings& surroundings, Call& call, Work work) {
    auto key = read_idempotency_key(call.request, surroundings.secret_key);
    if (!key) { return call.answer.refuse(key.error()); }
    const Idempotency idempotency(surroundings.outside, surroundings.secret_key);
    auto once = [work = std::move(work), key = std::move(key).take(),
                 idempotency](storage::Transaction& transaction) mutable -> base::Result<JsonAnswer> {
        if (!key) { return work(transaction); }
        auto kept = TRY(idempotency.find(transaction, *key));
        if (kept) { return std::move(*kept); }
        auto answer = TRY(work(transaction));
        idempotency.keep(transaction, *key, answer);
        return answer;
    };
    auto& executor = call.answer.executor();
    surroundings.database.write(storage::Priority::Request, executor, std::move(once),
                                [answer = std::move(call.answer)](base::Result<JsonAnswer> done) mutable {
                                    if (!done) { return answer.refuse(done.error()); }
                                    if (done.value().status == 204) { return answer.no_content(); }
                                    answer.json(std::move(done).take());
                                });
}

// The same for a read.
template <class Work>
void answer_read(const Surroundings& surroundings, storage::ReadCost cost, Call& call, Work work) {
    auto& executor = call.answer.executor();
    surroundings.database.read(cost, executor, std::move(work),
                               [answer = std::move(call.answer)](base::Result<JsonAnswer> done) mutable {
                                   if (!done) { return answer.refuse(done.error()); }
                                   answer.json(std::move(done).take());
                               });
}

}  // namespace tradewind::api
