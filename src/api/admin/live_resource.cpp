#include "api/admin/resources.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "api/admin/workflow_numbers.h"
#include "api/database_answer.h"
#include "api/live_desk.h"
#include "base/fault.h"
#include "storage/stores/contacts/activity_store.h"
#include "storage/stores/contacts/contact_store.h"
#include "storage/stores/contacts/newest_activities.h"
#include "storage/stores/engine/delivery_store.h"
#include "storage/stores/engine/segment_store.h"
#include "storage/stores/engine/waiting_work_store.h"
#include "storage/stores/engine/workflow_store.h"
#include "storage/stores/jobs/export_store.h"
#include "storage/stores/jobs/import_store.h"
#include "storage/stores/settings/audit_store.h"
#include "storage/stores/shop/coupon_set_store.h"

namespace tradewind::api::admin {
namespace {

constexpr std::string_view live_path = "/admin/v1/live";
constexpr std::size_t live_topics_max = 10;

using storage::Transaction;

domain::PageRequest first_rows(std::int64_t count) {
    return {.page = 1, .size = count, .cursor = {}};
}

// Settings of every kind: what the service keeps in mind, and every change that somebody made.
std::string read_settings(const LiveTopic::Look& look) {
    const auto newest = storage::list_audit_entries(look.transaction, first_rows(1)).items;
    return std::to_string(look.transaction.definitions_version()) + " " +
           (newest.empty() ? "" : newest.front().id.text());
}

std::string read_workflow(const LiveTopic::Look& look) {
    const auto workflow = storage::find_workflow(look.transaction, look.id);
    if (!workflow) { return {}; }
    return workflow->updated_at.text() + workflow->hold.value_or("") +
           render_workflow_numbers(look.transaction, *workflow);
}

std::string read_segment(const LiveTopic::Look& look) {
    const auto segment = storage::find_segment(look.transaction, look.id);
    if (!segment) { return {}; }
    auto text = segment->updated_at.text() + " " + std::to_string(segment->members);
    if (segment->build) {
        text += " " + std::string(domain::word_of(segment->build->state)) + std::to_string(segment->build->done);
    }
    return text + segment->incidents.value_or("");
}

std::string read_contact(const LiveTopic::Look& look) {
    const auto contact = storage::find_contact(look.transaction, look.id);
    if (!contact) { return {}; }
    const auto newest = storage::list_activities(look.transaction, look.id, first_rows(1)).items;
    return contact->updated_at.text() + " " + (newest.empty() ? "" : newest.front().id.text());
}

std::string read_events(const LiveTopic::Look& look) {
    const auto newest = storage::newest_activity(look.transaction);
    return newest ? newest->text() : std::string();
}

std::string read_imports(const LiveTopic::Look& look) {
    std::string text;
    for (const auto family : {domain::ImportFamily::Files, domain::ImportFamily::PastPurchases}) {
        for (const auto& import :
             storage::list_imports(look.transaction, family, first_rows(domain::PageRequest::size_default)).items) {
            text += import.id.text() + std::string(domain::word_of(import.status)) +
                    std::to_string(import.success + import.errors) + "\n";
        }
    }
    return text;
}

std::string read_exports(const LiveTopic::Look& look) {
    std::string text;
    for (const auto& one :
         storage::list_exports(look.transaction, first_rows(domain::PageRequest::size_default)).items) {
        text += one.id.text() + std::string(domain::word_of(one.status)) + std::to_string(one.progress) + "\n";
    }
    return text;
}

// Whatever waits for somebody, as a page counts it, and how late the engine is in steps of some seconds.
std::string read_incidents(const LiveTopic::Look& look) {
    constexpr std::int64_t counted_rows_max = 1'000;
    constexpr std::int64_t lag_step = 10'000;
    const auto rows = first_rows(domain::PageRequest::size_max);
    const auto work = storage::count_waiting_work(look.transaction, counted_rows_max);
    auto text = std::to_string(work.lag(look.now) / lag_step) + " " + std::to_string(work.dead_calls) + "\n";
    const storage::DeliveryFilter dead{.state = domain::DeliveryState::Dead};
    for (const auto& call : storage::list_deliveries(look.transaction, dead, first_rows(1)).items) {
        text += call.id.text() + "\n";
    }
    for (const auto& set : storage::list_coupon_sets(look.transaction, rows).items) {
        if (set.is_low()) { text += set.id.text() + "\n"; }
    }
    for (const auto& segment : storage::list_segments(look.transaction, rows).items) {
        const bool has_failed = segment.build && segment.build->state == domain::BuildState::Failed;
        if (has_failed || segment.incidents) { text += segment.id.text() + segment.incidents.value_or("") + "\n"; }
    }
    return text;
}

// What can be followed. The last ones are about one thing, whose id stands behind the word.
struct TopicKind {
    std::string_view word;
    domain::Scope scope;
    LiveTopic::Read read;
    bool has_id = false;
};
constexpr std::array<TopicKind, 10> topic_kinds{{
    {"store", domain::Scope::StoreRead, read_settings},
    {"workflows", domain::Scope::WorkflowRead, read_settings},
    {"segments", domain::Scope::SegmentRead, read_settings},
    {"events", domain::Scope::ContactRead, read_events},
    {"incidents", domain::Scope::StoreRead, read_incidents},
    {"imports", domain::Scope::ImportRead, read_imports},
    {"exports", domain::Scope::ExportRead, read_exports},
    {"workflow", domain::Scope::WorkflowRead, read_workflow, true},
    {"segment", domain::Scope::SegmentRead, read_segment, true},
    {"contact", domain::Scope::ContactRead, read_contact, true},
}};

std::optional<LiveTopic> read_topic(std::string_view word) {
    const auto colon = word.find(':');
    const auto kind = std::ranges::find(topic_kinds, word.substr(0, colon), &TopicKind::word);
    if (kind == topic_kinds.end() || kind->has_id != (colon != std::string_view::npos)) { return std::nullopt; }
    LiveTopic topic{.word = std::string(word), .scope = kind->scope, .id = {}, .read = kind->read};
    if (kind->has_id) {
        const auto id = base::Id::parse(word.substr(colon + 1));
        if (!id) { return std::nullopt; }
        topic.id = id.value().value_or(base::Id{});
    }
    return topic;
}

// What a page asks for.
struct LiveQuestion {
    std::vector<LiveTopic> topics;
    std::optional<std::int64_t> after;
};

base::Result<LiveQuestion> read_question(const QueryString& query) {
    LiveQuestion question;
    std::vector<base::Problem> problems;
    std::string_view left = query.find("topics").value_or("store");
    while (!left.empty() && problems.empty()) {
        const auto end = std::min(left.find(','), left.size());
        auto topic = read_topic(left.substr(0, end));
        if (topic) {
            question.topics.push_back(std::move(*topic));
        } else {
            problems.push_back({.path = "/topics", .reason = "names something that cannot be followed"});
        }
        left.remove_prefix(std::min(end + 1, left.size()));
    }
    if (problems.empty() && (question.topics.empty() || question.topics.size() > live_topics_max)) {
        problems.push_back(
            {.path = "/topics", .reason = "must be 1 to " + std::to_string(live_topics_max) + " topics"});
    }
    if (const auto text = query.find("after")) {
        std::int64_t number = 0;
        const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), number);
        if (error != std::errc() || end != text->data() + text->size()) {
            problems.push_back({.path = "/after", .reason = "must be the number of an answer"});
        }
        question.after = number;
    }
    if (!problems.empty()) { return base::invalid(std::move(problems)); }
    return question;
}

base::Result<void> check_topics(const Caller& caller, const std::vector<LiveTopic>& topics) {
    const auto own = caller.scopes();
    if (base::is_planted(base::Fault::IgnoreScopes)) { return {}; }
    for (const auto& topic : topics) {
        if (own.has(topic.scope) || own.has(domain::Scope::Admin)) { continue; }
        return base::Error{.kind = base::ErrorKind::Forbidden,
                           .detail = "The topic '" + topic.word + "' needs the scope '" +
                                     std::string(domain::scope_word(topic.scope)) + "'."};
    }
    return {};
}

// A person in two browsers is two who wait.
std::string waits_as(const Caller& caller) {
    const auto name = caller.actor().name;
    return caller.session != nullptr ? name + " " + caller.session->session.id.text() : name;
}

void get_live(const Services& services, Call& call) {
    auto question = read_question(call.query);
    if (!question) { return call.answer.refuse(question.error()); }
    const auto allowed = check_topics(call.caller, question.value().topics);
    if (!allowed) { return call.answer.refuse(allowed.error()); }
    auto& executor = call.answer.executor();
    services.database.read(
        storage::ReadCost::Walk, executor,
        [topics = question.value().topics,
         &clock = services.sources.clock](Transaction& transaction) -> base::Result<std::int64_t> {
            LiveTexts texts;
            return live_number(transaction, clock.now(), topics, texts);
        },
        [live = services.live, who = waits_as(call.caller), asked = question.value(),
         answer = std::move(call.answer)](base::Result<std::int64_t> number) mutable {
            if (!number) { return answer.refuse(number.error()); }
            if (live == nullptr || asked.after != number.value()) { return answer_live(answer, number.value(), 0); }
            live->hold({.who = std::move(who),
                        .topics = std::move(asked.topics),
                        .number = number.value(),
                        .answer = std::move(answer)});
        });
}

}  // namespace

std::vector<Route> live_routes(const Services& services) {
    return {Route(net::Method::Get, live_path, Managed{domain::Scope::StoreRead}, BodyKind::Ignored,
                  [services](Call& call) { get_live(services, call); })};
}

}  // namespace tradewind::api::admin
