#pragma once

#include <deque>
#include <map>
#include <string>
#include <utility>

#include "chance.h"
#include "domain/deliveries/web_call.h"

namespace tradewind::simulation {

// Whoever is called, as the world outside remembers it.
class Receivers {
  public:
    enum class Mood { Works, Fails, Silent };

    struct Seen {
        int calls = 0;
        std::string body = {};    // Of the first one.
        bool is_altered = false;  // Another one had other bytes.
    };

    Mood mood = Mood::Works;

    void note(const domain::WebCall& call) {
        std::string id;
        for (const auto& header : call.headers) {
            if (header.name == "webhook-id") { id = header.value; }
        }
        auto& seen = seen_[id];
        if (seen.calls++ == 0) { seen.body = call.body; }
        seen.is_altered = seen.is_altered || seen.body != call.body;
    }
    [[nodiscard]] domain::WebCallAnswer answer() const {
        switch (mood) {
            case Mood::Works:
                return {.status = 200, .text = "ok"};
            case Mood::Fails:
                return {.status = 500, .text = "no"};
            case Mood::Silent:
                return {.error = "it took too long"};
        }
        return {};
    }
    [[nodiscard]] Seen seen(const std::string& id) const {
        const auto found = seen_.find(id);
        return found == seen_.end() ? Seen{} : found->second;
    }

  private:
    std::map<std::string, Seen> seen_;  // By webhook-id.
};

// The calls that a process has on their way. They end with it.
class Line {
  public:
    explicit Line(Receivers& receivers) : receivers_(receivers) {}

    void start(const domain::WebCall& call, domain::CallDone done) {
        receivers_.note(call);
        waiting_.push_back(std::move(done));
    }
    // Hands over the answer to the one that waits longest. False when there is none.
    bool answer_one() {
        if (waiting_.empty()) { return false; }
        auto done = std::move(waiting_.front());
        waiting_.pop_front();
        done(receivers_.answer());
        return true;
    }

  private:
    Receivers& receivers_;
    std::deque<domain::CallDone> waiting_;
};

}  // namespace tradewind::simulation
