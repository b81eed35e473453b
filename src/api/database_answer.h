#pragma once

#include <functional>
#include <optional>
#include <type_traits>
#include <utility>

#include "api/answer.h"
#include "api/idempotency.h"
#include "api/route.h"
#include "api/services.h"
#include "storage/database/database.h"

namespace tradewind::api {

// Finds again what a request made or changed, for an answer that was too large to be kept: of it there is the rest.
using Reread = std::function<base::Result<JsonAnswer>(storage::Transaction&, const JsonAnswer& kept)>;

// A closure that captures a const variable by copy copies it again at each move, and there are many on the way to the
// database and back. Copies that cannot throw, of some bytes or of a shared pointer, are let pass.
template <class Closure>
constexpr bool moves_what_it_captured = std::is_nothrow_move_constructible_v<Closure>;

// Gives what a piece of work says.
inline void give(Answer& answer, base::Result<JsonAnswer> done) {
    if (!done) { return answer.refuse(done.error()); }
    if (done.value().status == 204) { return answer.no_content(); }
    answer.json(std::move(done).take());
}

// The part of answer_write() that needs the database: `done`, a `void(Result<JsonAnswer>)`, is told what the work says,
// or the answer that was given before.
template <class Value, class Work, class Done>
void write_once(const Services& services, base::Executor& executor, const std::optional<IdempotencyKey>& key,
                base::Result<Value> prepared, Work work, Reread reread, Done done,
                const storage::WriteTerms& terms = storage::Priority::Request) {
    static_assert(moves_what_it_captured<Work> && moves_what_it_captured<Done>);
    const Idempotency idempotency(services.sources, services.secret_key);
    auto once = [prepared = std::move(prepared), work = std::move(work), reread = std::move(reread), key,
                 idempotency](storage::Transaction& transaction) mutable -> base::Result<JsonAnswer> {
        if (!key) { return work(transaction, prepared.value()); }
        auto kept = TRY(idempotency.find(transaction, *key));
        if (kept && kept->body.empty() && reread) {
            auto again = TRY(reread(transaction, *kept));
            kept->body = std::move(again.body);
        }
        if (kept) { return std::move(*kept); }
        if (!prepared) { return prepared.error(); }
        idempotency.claim(transaction, *key);
        auto answer = TRY(work(transaction, prepared.value()));
        const bool is_left_out = reread && answer.body.size() > Idempotency::answer_bytes_max;
        idempotency.keep(transaction, *key, answer, is_left_out ? KeptPart::Status : KeptPart::Whole);
        return answer;
    };
    services.database.write(terms, executor, std::move(once), std::move(done));
}

// Runs `work`, a `Result<JsonAnswer>(Transaction&, const Value&)`, as one transaction and answers what it says: done,
// or its refusal. `prepared` is what the request alone decides. A request that was answered before under its
// Idempotency-Key gets that answer again, and the work does not run; a key used for another request is told before what
// is wrong with this one.
template <class Value, class Work>
void answer_write(const Services& services, Call& call, base::Result<Value> prepared, Work work,
                  Reread reread = nullptr) {
    if (!prepared && prepared.error().kind != base::ErrorKind::Invalid) { return call.answer.refuse(prepared.error()); }
    auto key = read_idempotency_key(call.request, call.caller, services.secret_key);
    if (!key) { return call.answer.refuse(key.error()); }
    if (!prepared && !key.value()) { return call.answer.refuse(prepared.error()); }
    auto& executor = call.answer.executor();
    write_once(
        services, executor, std::move(key).take(), std::move(prepared), std::move(work), std::move(reread),
        [answer = std::move(call.answer)](base::Result<JsonAnswer> done) mutable { give(answer, std::move(done)); },
        call.write_terms());
}

// The same for a request that decides nothing by itself.
template <class Work>
void answer_write(const Services& services, Call& call, Work work, Reread reread = nullptr) {
    struct Nothing {};
    answer_write(
        services, call, base::Result(Nothing()),
        [work = std::move(work)](storage::Transaction& transaction, const Nothing&) mutable {
            return work(transaction);
        },
        std::move(reread));
}

// The same for what needs a look at the database for which a write has no time: `look`, a
// `Result<Value>(Transaction&)`, runs with a reader before, and `work` makes sure that what it found still holds.
template <class Look, class Work>
void answer_write_after(const Services& services, Call& call, Look look, Work work, Reread reread = nullptr) {
    static_assert(moves_what_it_captured<Look>);
    using Found = std::invoke_result_t<Look&, storage::Transaction&>;
    auto key = read_idempotency_key(call.request, call.caller, services.secret_key);
    if (!key) { return call.answer.refuse(key.error()); }
    auto& executor = call.answer.executor();
    services.database.read(
        storage::ReadCost::Walk, executor, std::move(look),
        [services, &executor, key = std::move(key).take(), terms = call.write_terms(), work = std::move(work),
         reread = std::move(reread), answer = std::move(call.answer)](Found found) mutable {
            if (!found && !key) { return answer.refuse(found.error()); }
            write_once(
                services, executor, key, std::move(found), std::move(work), std::move(reread),
                [answer = std::move(answer)](base::Result<JsonAnswer> done) mutable { give(answer, std::move(done)); },
                terms);
        });
}

// The same for a read.
template <class Work>
void answer_read(const Services& services, storage::ReadCost cost, Call& call, Work work) {
    static_assert(moves_what_it_captured<Work>);
    auto& executor = call.answer.executor();
    services.database.read(cost, executor, std::move(work),
                           [answer = std::move(call.answer)](base::Result<JsonAnswer> done) mutable {
                               if (!done) { return answer.refuse(done.error()); }
                               answer.json(std::move(done).take());
                           });
}

}  // namespace tradewind::api
