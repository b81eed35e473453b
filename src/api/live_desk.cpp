#include "api/live_desk.h"

#include <utility>

#include "base/json_writer.h"

namespace tradewind::api {
namespace {

// FNV-1a. Whoever wants to know what a page shows reads it; this is only to differ.
class LiveHash {
  public:
    void add(std::string_view text) {
        for (const char byte : text) { add_byte(static_cast<unsigned char>(byte)); }
        add_byte(0);
    }
    // As many bits as every reader of JSON has.
    [[nodiscard]] std::int64_t number() const { return static_cast<std::int64_t>(state_ >> 11U); }

  private:
    void add_byte(unsigned char byte) { state_ = (state_ ^ byte) * 1'099'511'628'211U; }

    std::uint64_t state_ = 14'695'981'039'346'656'037U;
};

std::string key_of(const LiveDesk::Waiting& waiting) {
    auto key = waiting.who;
    for (const auto& topic : waiting.topics) { key += "\n" + topic.word; }
    return key;
}

}  // namespace

std::int64_t live_number(storage::Transaction& transaction, base::Instant now, const std::vector<LiveTopic>& topics,
                         LiveTexts& texts) {
    LiveHash hash;
    for (const auto& topic : topics) {
        auto text = texts.find(topic.word);
        if (text == texts.end()) { text = texts.emplace(topic.word, topic.read({transaction, topic.id, now})).first; }
        hash.add(topic.word);
        hash.add(text->second);
    }
    return hash.number();
}

void answer_live(Answer& answer, std::int64_t number, std::int64_t ask_again_in) {
    JsonAnswer told{.status = 200, .body = {}};
    base::JsonWriter writer(told.body);
    writer.begin_object();
    writer.key("number");
    writer.integer(number);
    writer.key("askAgainIn");
    writer.integer(ask_again_in);
    writer.end_object();
    answer.json(std::move(told));
}

void LiveDesk::hold(Waiting waiting) {
    std::vector<Waiting> unheld;
    {
        const std::lock_guard lock(mutex_);
        const auto key = key_of(waiting);
        const auto before = held_.find(key);
        if (before != held_.end()) {
            unheld.push_back(std::move(before->second.waiting));
            held_.erase(before);
        }
        if (is_closed_ || held_.size() >= held_max) {
            unheld.push_back(std::move(waiting));
        } else {
            held_.emplace(key, Held{.waiting = std::move(waiting), .until = clock_.steady_now() + held_for});
        }
    }
    for (auto& one : unheld) { answer_live(one.answer, one.number, ask_again_seconds); }
}

void LiveDesk::look() {
    std::map<std::string, std::vector<LiveTopic>> wanted;
    {
        const std::lock_guard lock(mutex_);
        for (const auto& [key, held] : held_) { wanted.emplace(key, held.waiting.topics); }
    }
    if (wanted.empty()) { return; }
    using Numbers = std::map<std::string, std::int64_t>;
    const auto numbers =
        storage::read_and_wait(database_, [&](storage::Transaction& transaction) -> base::Result<Numbers> {
            Numbers found;
            LiveTexts texts;
            const auto now = clock_.now();
            for (const auto& [key, topics] : wanted) {
                found.emplace(key, live_number(transaction, now, topics, texts));
            }
            return found;
        });
    std::vector<std::pair<Waiting, std::int64_t>> done;
    {
        const std::lock_guard lock(mutex_);
        const auto now = clock_.steady_now();
        for (auto place = held_.begin(); place != held_.end();) {
            auto& [key, held] = *place;
            auto number = held.waiting.number;
            // A database without time tells nothing; they wait on.
            if (numbers) {
                const auto found = numbers.value().find(key);
                if (found != numbers.value().end()) { number = found->second; }
            }
            if (number == held.waiting.number && now < held.until) {
                ++place;
                continue;
            }
            done.emplace_back(std::move(held.waiting), number);
            place = held_.erase(place);
        }
    }
    for (auto& [waiting, number] : done) { answer_live(waiting.answer, number, 0); }
}

void LiveDesk::close() {
    std::map<std::string, Held> all;
    {
        const std::lock_guard lock(mutex_);
        is_closed_ = true;
        all.swap(held_);
    }
    for (auto& [key, held] : all) { answer_live(held.waiting.answer, held.waiting.number, ask_again_seconds); }
}

std::size_t LiveDesk::held() const {
    const std::lock_guard lock(mutex_);
    return held_.size();
}

}  // namespace tradewind::api
