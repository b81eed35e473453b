#include "domain/deliveries/delivery.h"

#include <algorithm>
#include <charconv>

#include "base/json.h"
#include "base/json_writer.h"
#include "base/text.h"

namespace tradewind::domain {
namespace {

using namespace std::chrono_literals;

constexpr std::array<std::chrono::milliseconds, 9> retry_delays{5s, 5min, 30min, 2h, 5h, 10h, 14h, 20h, 24h};
// The part of a delay that chance may add.
constexpr std::int64_t jitter_divisor = 10;
constexpr std::int64_t chances = 65'536;

base::Instant later(base::Instant at, std::chrono::milliseconds by) {
    return {at.milliseconds + by.count()};
}

void end(Delivery& delivery, DeliveryState state, std::optional<std::string> reason, base::Instant now) {
    delivery.state = state;
    delivery.reason = std::move(reason);
    delivery.due_at.reset();
    delivery.taken_by.reset();
    delivery.ended_at = now;
    ++delivery.generation;
}

// Texts are kept as valid UTF-8 without U+0000, which PostgreSQL has no place for. Replacing makes them longer.
std::string kept_answer(std::string_view bytes) {
    auto text = base::replace_invalid_utf8(bytes.substr(0, call_answer_bytes_max));
    std::ranges::replace(text, '\0', ' ');
    auto size = std::min(text.size(), call_answer_bytes_max);
    const auto continues = [&](std::size_t at) { return (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U; };
    while (size > 0 && size < text.size() && continues(size)) { --size; }
    text.resize(size);
    return text;
}

}  // namespace

std::optional<DeliveryState> find_delivery_state(std::string_view word) {
    const auto found = std::ranges::find(delivery_state_words, word);
    if (found == delivery_state_words.end()) { return std::nullopt; }
    return static_cast<DeliveryState>(found - delivery_state_words.begin());
}

std::optional<std::chrono::milliseconds> retry_delay(std::int64_t tries, std::uint16_t chance) {
    if (tries < 1 || tries > std::ssize(retry_delays)) { return std::nullopt; }
    const auto delay = retry_delays[static_cast<std::size_t>(tries - 1)];
    return delay + delay * chance / (chances * jitter_divisor);
}

void note_answer(Delivery& delivery, const AnsweredAttempt& attempt) {
    auto& attempts = delivery.attempts;
    attempts.push_back({.at = attempt.at, .status = attempt.answer.status, .error = attempt.answer.error});
    if (attempts.size() > call_attempts_kept) {
        attempts.erase(attempts.begin(), attempts.end() - static_cast<std::ptrdiff_t>(call_attempts_kept));
    }
    delivery.answer.reset();
    if (attempt.answer.status) { delivery.answer = kept_answer(attempt.answer.text); }
    ++delivery.tries;
    auto verdict = judge_answer(attempt.answer, attempt.at);
    switch (verdict.kind) {
        case CallVerdict::Kind::Done:
            return end(delivery, DeliveryState::Done, std::nullopt, attempt.at);
        case CallVerdict::Kind::Dead:
            return end(delivery, DeliveryState::Dead, std::move(verdict.reason), attempt.at);
        case CallVerdict::Kind::Repeat:
            break;
    }
    const auto delay = retry_delay(delivery.tries, attempt.chance);
    if (!delay) { return end(delivery, DeliveryState::Dead, std::move(verdict.reason), attempt.at); }
    delivery.state = DeliveryState::Waiting;
    delivery.reason = std::move(verdict.reason);
    // A receiver that says "in a second" each time must not use up all tries within a minute.
    const bool is_at_its_word = verdict.wait && (delivery.tries == 1 || *verdict.wait > *delay);
    delivery.due_at = later(attempt.at, is_at_its_word ? *verdict.wait : *delay);
    delivery.taken_by.reset();
    ++delivery.generation;
}

void end_unsent(Delivery& delivery, DeliveryState state, std::string_view reason, base::Instant now) {
    end(delivery, state, std::string(reason), now);
}

void hold_back(Delivery& delivery, std::string_view reason, base::Instant until) {
    delivery.state = DeliveryState::Held;
    delivery.reason = std::string(reason);
    delivery.due_at = until;
    delivery.taken_by.reset();
    ++delivery.generation;
}

base::Result<void> retry_now(Delivery& delivery, base::Instant now) {
    switch (delivery.state) {
        case DeliveryState::Done:
            return base::conflict("This delivery was made; there is nothing to try again.");
        case DeliveryState::Taken:
            return {};  // It is being sent.
        case DeliveryState::Waiting:
            // Whoever may be sending it goes on.
            delivery.due_at = now;
            return {};
        case DeliveryState::Dead:
        case DeliveryState::Held:
        case DeliveryState::Skipped:
            break;
    }
    delivery.state = DeliveryState::Waiting;
    delivery.reason.reset();
    delivery.due_at = now;
    delivery.expires_at.reset();
    delivery.ended_at.reset();
    delivery.tries = 0;
    ++delivery.generation;
    return {};
}

base::Result<void> drop(Delivery& delivery, base::Instant now) {
    if (delivery.has_ended()) { return base::conflict("This delivery has ended; there is nothing to drop."); }
    end(delivery, DeliveryState::Skipped, "dropped", now);
    return {};
}

std::string write_call_attempts(const std::vector<CallAttempt>& attempts) {
    std::string json;
    base::JsonWriter writer(json);
    writer.begin_array();
    for (const auto& attempt : attempts) {
        writer.begin_object();
        writer.key("at");
        writer.integer(attempt.at.milliseconds);
        if (attempt.status) {
            writer.key("status");
            writer.integer(*attempt.status);
        }
        if (attempt.error) {
            writer.key("error");
            writer.string(*attempt.error);
        }
        writer.end_object();
    }
    writer.end_array();
    return json;
}

base::Result<std::vector<CallAttempt>> read_call_attempts(std::string_view json) {
    const auto refusal = [] { return base::invalid("", "must be a list of attempts"); };
    const auto document = TRY(base::JsonDocument::parse(json));
    if (document.root().kind() != base::JsonKind::Array) { return refusal(); }
    std::vector<CallAttempt> attempts;
    for (const auto element : document.root().elements()) {
        if (element.kind() != base::JsonKind::Object) { return refusal(); }
        auto& attempt = attempts.emplace_back();
        for (const auto member : element.members()) {
            if (member.key == "error" && member.value.kind() == base::JsonKind::String) {
                attempt.error = member.value.string();
            } else if (member.value.kind() == base::JsonKind::Number) {
                std::int64_t number = 0;
                const auto digits = member.value.digits();
                std::from_chars(digits.data(), digits.data() + digits.size(), number);
                if (member.key == "at") { attempt.at = {number}; }
                if (member.key == "status") { attempt.status = number; }
            }
        }
    }
    return attempts;
}

}  // namespace tradewind::domain
