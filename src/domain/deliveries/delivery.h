#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/id.h"
#include "base/instant.h"
#include "base/result.h"
#include "domain/deliveries/call_verdict.h"

namespace tradewind::domain {

// Waiting: it is sent once its time has come. Taken: a process is sending it, until its lease ends. Held: its workflow
// is on hold; looked at again from time to time. The others have ended: Done was answered with success, Dead is not
// tried any more, Skipped was not sent because it made no sense any more.
enum class DeliveryState { Waiting, Taken, Done, Dead, Held, Skipped };

// In the order of DeliveryState.
inline constexpr std::array<std::string_view, 6> delivery_state_words{"waiting", "taken", "done",
                                                                      "dead",    "held",  "skipped"};
constexpr std::string_view word_of(DeliveryState state) {
    return delivery_state_words[static_cast<std::size_t>(state)];
}
std::optional<DeliveryState> find_delivery_state(std::string_view word);

// One try to send it.
struct CallAttempt {
    base::Instant at = {};
    std::optional<std::int64_t> status = {};
    std::optional<std::string> error = {};

    friend bool operator==(const CallAttempt&, const CallAttempt&) = default;
};

// The newest so many are kept.
inline constexpr std::size_t call_attempts_kept = 20;

inline constexpr std::string_view incident_prefix = "incident:";

// A web call that leaves the machine, from the moment it is decided on. Its id is what the receiver knows it by.
struct Delivery {
    base::Id contact = {};  // 0 of a test and of an incident, which are about nobody.
    base::Id id = {};
    base::Id type = {};      // The event type.
    base::Id workflow = {};  // 0 of these.
    base::Id run = {};       // The id of a test itself; what an incident is about.
    std::string node = {};   // Begins with incident_prefix in one that tells of an incident.
    std::int64_t visit = 0;
    DeliveryState state = DeliveryState::Waiting;
    std::optional<std::string> reason = {};  // Why it is dead, held or skipped, or why it has to be repeated.
    // Waiting or held: not before. Taken: the end of the lease. Nothing once it has ended.
    std::optional<base::Instant> due_at = {};
    std::optional<base::Instant> expires_at = {};  // It is not sent after that.
    std::optional<base::Instant> ended_at = {};
    std::optional<std::string> taken_by = {};
    // Rises whenever somebody else may decide on it from then on: whoever comes back with an answer for an older one
    // writes nothing.
    std::int64_t generation = 0;
    std::int64_t tries = 0;  // Since it was made, or since a person had it tried again.
    std::vector<CallAttempt> attempts = {};
    std::optional<std::string> test_address = {};  // Of a trial: where it goes, whatever its type says.
    std::string body = {};                         // Never changes.
    std::optional<std::string> answer = {};        // To the last attempt.

    [[nodiscard]] bool has_ended() const { return ended_at.has_value(); }
    [[nodiscard]] bool is_incident() const { return workflow.number == 0 && node.starts_with(incident_prefix); }

    friend bool operator==(const Delivery&, const Delivery&) = default;
};

// When it is tried again: after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, each up to a tenth longer, so
// that calls that failed together do not come together. `chance` is from 0 to 65,535. Nothing: it was tried often
// enough.
std::optional<std::chrono::milliseconds> retry_delay(std::int64_t tries, std::uint16_t chance);

// What an answer makes of it. Counts as a try.
struct AnsweredAttempt {
    base::Instant at;
    WebCallAnswer answer;
    std::uint16_t chance;
};
void note_answer(Delivery& delivery, const AnsweredAttempt& attempt);
// It has ended without being sent.
void end_unsent(Delivery& delivery, DeliveryState state, std::string_view reason, base::Instant now);
// It is not sent for now, and looked at again then. Does not count as a try.
void hold_back(Delivery& delivery, std::string_view reason, base::Instant until);
// It is sent at once, as if it had never been tried. Conflict when it was done.
base::Result<void> retry_now(Delivery& delivery, base::Instant now);
// Nobody sends it any more. Conflict when it has ended.
base::Result<void> drop(Delivery& delivery, base::Instant now);

// As they are kept.
std::string write_call_attempts(const std::vector<CallAttempt>& attempts);
base::Result<std::vector<CallAttempt>> read_call_attempts(std::string_view json);

}  // namespace tradewind::domain
