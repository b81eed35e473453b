#include "random_workflow.h"

#include <optional>

#include "chance.h"

namespace tradewind::simulation {
namespace {

class Drawing {
  public:
    Drawing(std::uint64_t seed, int edition, const Surroundings& surroundings)
        : chance_(seed), edition_(edition), surroundings_(surroundings) {}

    std::string json() {
        draw_start();
        const int count = 2 + chance_.below(5);
        for (int place = 0; place < count; ++place) { draw_node(place, count); }
        return R"({"formatVersion": 2, "nodes": [)" + nodes_ + R"(], "edges": [)" + edges_ + R"(], "settings": )" +
               settings() + "}";
    }

  private:
    static std::string id_of(int place) { return "n" + std::to_string(place); }
    std::string number(int sides, int from = 0) { return std::to_string(from + chance_.below(sides)); }
    // Of an hour and more, a little more in each edition.
    std::string period() { return "PT" + std::to_string(60 * (1 + chance_.below(60)) + edition_) + "M"; }
    std::string segment() { return "\"" + chance_.pick(surroundings_.segments).text() + "\""; }

    void add_node(const std::string& id, const std::string& rest) {
        nodes_ += (nodes_.empty() ? "" : ", ") + std::string(R"({"id": ")") + id + R"(", )" + rest + "}";
    }
    void add_edge(const std::string& from, const std::string& port, const std::string& to) {
        edges_ += (edges_.empty() ? "" : ", ") + std::string(R"({"from": ")") + from + R"(", "to": ")" + to + "\"";
        if (!port.empty()) { edges_ += R"(, "port": ")" + port + "\""; }
        edges_ += "}";
    }

    std::string trigger() {
        std::string text;
        switch (chance_.below(10)) {
            case 0:
            case 1:
                text = R"("kind": "on-purchase")";
                break;
            case 2:
            case 3:
                has_event_ = true;
                text =
                    R"("kind": "on-event", "event": "cart", "where": [{"field": "total", "is": "atLeast", "value": )" +
                    number(5) + "}]";
                break;
            case 4:
                text = R"("kind": "on-contact-created")";
                break;
            case 5:
                text = R"("kind": "on-field-changed", "field": "_points")";
                break;
            case 6:
                text = R"("kind": ")" + std::string(chance_.one_in(2) ? "on-subscribed" : "on-unsubscribed") + "\"";
                break;
            case 7:
                text = R"("kind": "on-segment-left", "segment": )" + segment();
                break;
            case 8:
                text = R"("kind": "on-coupon-assigned")";
                break;
            default:
                text = R"("kind": "on-segment-entered", "segment": )" + segment();
                break;
        }
        return text + (chance_.one_in(4) ? R"(, "fromImports": true)" : "");
    }

    void draw_start() {
        const int triggers = chance_.below(3);
        std::string start = R"("kind": "start")";
        if (triggers == 0) {
            if (chance_.one_in(2)) { start += R"(, "segment": )" + segment(); }
            start += chance_.one_in(2) ? R"(, "existing": true)" : "";
            add_node("s", start);
            add_edge("s", "", id_of(0));
            return;
        }
        if (chance_.one_in(4)) { start += R"(, "audience": )" + filter(0); }
        add_node("s", start);
        for (int place = 0; place < triggers; ++place) {
            const auto id = "t" + std::to_string(place);
            has_event_ = false;
            add_node(id, trigger());
            add_edge("s", "", id);
            add_edge(id, "", id_of(0));
        }
        has_only_events_ = has_event_ && triggers == 1;
    }

    std::string filter(int depth) {
        switch (chance_.below(depth == 0 ? 9 : 6)) {
            case 0:
                return R"({"field": "_points", "is": "atLeast", "value": )" + number(6) + "}";
            case 1:
                return R"({"field": "acts", "is": "atLeast", "value": )" + number(4) + "}";
            case 2:
                return R"({"segment": )" + segment() + "}";
            case 3: {
                const auto days = number(20, 1);
                return R"({"purchases": {"within": {"last": "P)" + days + R"(D"}}, "count": {"atLeast": )" +
                       number(2, 1) + "}}";
            }
            case 4:
                return R"({"event": "cart", "where": [{"field": "total", "is": "atLeast", "value": )" + number(9) +
                       R"(}], "within": {"last": "P2D"}})";
            case 5:
                return R"({"event": "cart", "within": {"since": "start"}})";
            case 6:
                return R"({"not": )" + filter(depth + 1) + "}";
            default: {
                const std::string word = chance_.one_in(2) ? "all" : "any";
                const auto first = filter(depth + 1);
                return R"({")" + word + R"(": [)" + first + ", " + filter(depth + 1) + "]}";
            }
        }
    }
    // How a run ends before its time: counted from its start.
    std::string ending() {
        switch (chance_.below(4)) {
            case 0:
                return R"({"purchases": {}})";
            case 1:
                return R"({"event": "cart", "where": [{"field": "total", "is": "atLeast", "value": 8}]})";
            case 2:
                return R"({"field": "_points", "is": "atLeast", "value": 5})";
            default:
                return R"({"segment": )" + segment() + "}";
        }
    }

    std::string limits() {
        switch (chance_.below(surroundings_.is_contended ? 6 : 5)) {
            case 0:
                return R"(, "limits": {"perContact": )" + number(3, 1) + "}";
            case 1:
                return R"(, "limits": {"coolDown": "P2D"})";
            case 5:
                return R"(, "limits": {"total": )" + number(4, 1) + "}";
            default:
                return "";
        }
    }

    // Ports beside the first lead on to anywhere behind, or nowhere.
    void draw_node(int place, int count) {
        const auto id = id_of(place);
        const bool is_last = place + 1 == count;
        std::vector<std::string> ports{""};
        bool takes_time = false;
        switch (chance_.below(13)) {
            case 0:
                add_node(id, R"("kind": "check", "filter": )" + filter(0));
                ports = {"yes", "no"};
                break;
            case 1: {
                const auto first = filter(0);
                add_node(id, R"("kind": "switch", "cases": [{"port": "a", "filter": )" + first +
                                 R"(}, {"port": "b", "filter": )" + filter(0) + "}]");
                ports = {"a", "b", "else"};
                break;
            }
            case 2:
                add_node(id,
                         R"("kind": "split", "shares": [{"port": "a", "percent": 30}, {"port": "b", "percent": 70}])");
                ports = {"a", "b"};
                break;
            case 3:
            case 4:
                add_node(id, R"("kind": "wait", "period": ")" + period() + "\"");
                takes_time = true;
                break;
            case 5:
                add_node(id, R"("kind": "wait", )" + moment());
                break;
            case 6:
                takes_time = draw_wait_for(id);
                ports = {"timeout", "happened"};
                break;
            case 7:
                add_node(id, R"("kind": "set-field", "field": "_name", "template": "{{ contact._surname }} is in")" +
                                 limits());
                break;
            case 8: {
                const std::string move = chance_.one_in(2) ? "add-to" : "remove-from";
                add_node(id, R"("kind": ")" + move + R"(-segment", "segment": ")" + surroundings_.chosen.text() + "\"" +
                                 limits());
                break;
            }
            case 9: {
                const std::string keep = chance_.one_in(2) ? R"(, "keep": true)" : "";
                add_node(id, R"("kind": "assign-coupon", "couponSetId": ")" + surroundings_.coupons.text() + "\"" +
                                 keep + limits());
                ports = {"assigned", "empty"};
                break;
            }
            case 10: {
                const std::string waits =
                    R"(, "answerWithin": ")" + std::string(chance_.one_in(2) ? "PT20H" : "PT0S") + "\"";
                add_node(id, R"("kind": "send-event", "eventTypeId": ")" + surroundings_.called.text() +
                                 R"(", "fields": {"surname": "{{ contact._surname }}"})" + waits + limits());
                ports = {"sent", "failed"};
                break;
            }
            default:
                add_node(id, R"("kind": "set-field", "field": "acts", "add": 1)" + limits());
                break;
        }
        if (!is_last) {
            add_edge(id, ports.front(), id_of(place + 1));
        } else if (takes_time && chance_.one_in(2)) {
            add_edge(id, ports.front(), id_of(chance_.below(count)));
        }
        for (std::size_t port = 1; port < ports.size(); ++port) {
            const int to = place + 1 + chance_.below(count);
            if (to < count) { add_edge(id, ports[port], id_of(to)); }
        }
    }

    std::string moment() {
        switch (chance_.below(3)) {
            case 0:
                return R"("time": "09:30")";
            case 1:
                return R"("time": "18:00", "weekday": "friday")";
            default:
                return R"("date": {"path": "contact._birthdate", "offset": "P30Y"})";
        }
    }

    // Whether every passage takes time.
    bool draw_wait_for(const std::string& id) {
        const bool looks_back = chance_.one_in(4);
        const auto what = trigger();
        add_node(id, R"("kind": "wait-for", "trigger": {)" + what + R"(}, "limit": ")" + period() + "\"" +
                         (looks_back ? R"(, "since": "start")" : ""));
        return !looks_back;
    }

    std::string settings() {
        std::vector<std::string> parts;
        switch (chance_.below(4)) {
            case 0:
                break;
            case 1:
                parts.emplace_back(R"("reentry": "after:P3D")");
                break;
            default:
                parts.emplace_back(R"("reentry": "always")");
                break;
        }
        if (has_only_events_ && chance_.one_in(2)) {
            parts.emplace_back(R"("runs": "onePerKey", "key": "event.total")");
            if (!chance_.one_in(3)) { parts.emplace_back(R"("onSameKey": "restart")"); }
        }
        if (chance_.one_in(4)) { parts.push_back(R"("goal": )" + ending()); }
        if (chance_.one_in(4)) { parts.push_back(R"("exitWhen": )" + ending()); }
        if (chance_.one_in(4)) {
            parts.emplace_back(
                R"("window": {"days": ["monday", "tuesday", "saturday"], "from": "08:00", "to": "20:00"})");
        }
        if (chance_.one_in(6)) { parts.emplace_back(R"("endsAt": "2023-12-01T00:00:00Z")"); }
        if (chance_.one_in(3)) { parts.push_back(R"("lateness": "P)" + number(30, 1) + "D\""); }
        std::string all;
        for (const auto& part : parts) { all += (all.empty() ? "" : ", ") + part; }
        return "{" + all + "}";
    }

    Chance chance_;
    const int edition_;
    const Surroundings& surroundings_;
    std::string nodes_;
    std::string edges_;
    bool has_event_ = false;
    bool has_only_events_ = false;
};

}  // namespace

std::string random_workflow(std::uint64_t seed, int edition, const Surroundings& surroundings) {
    return Drawing(seed, edition, surroundings).json();
}

}  // namespace tradewind::simulation
