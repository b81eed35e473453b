#include "api/admin/resources.h"

#include "api/admin/filter_because.h"
#include "api/database_answer.h"
#include "domain/workflows/entry.h"
#include "operations/contact_operations.h"
#include "operations/run_operations.h"
#include "operations/segment_uses.h"
#include "operations/workflow_names.h"
#include "operations/workflow_operations.h"
#include "storage/stores/contacts/contact_store.h"
#include "storage/stores/engine/contact_hold_store.h"
#include "storage/stores/engine/segment_member_store.h"
#include "storage/stores/engine/stored_run_facts.h"
#include "storage/stores/engine/workflow_store.h"

namespace tradewind::api::admin {
namespace {

constexpr std::string_view workflow_why_path = "/admin/v1/workflows/{id}/why/{contactId}";

constexpr std::string_view on_hold = "on hold";

// Where a contact is in a workflow, and why. What is empty is left out.
struct WhyAnswer {
    std::string_view state = "never";
    std::string sentence = {};
    std::string reason = {};
    std::optional<storage::StoredRun> run = {};
    std::string trigger = {};              // The node of the trigger that the reason is about,
    std::optional<base::Instant> at = {};  // and when it happened.
    std::vector<domain::FilterReason> because = {};
};

std::string in_quotes(std::string_view node) {
    return "\"" + std::string(node) + "\"";
}

// Why nothing of a workflow acts for a contact now, and since when; nothing: it does.
struct Standstill {
    std::string_view reason;
    std::string sentence;
    std::optional<base::Instant> since = {};
};

std::optional<Standstill> find_standstill(storage::Transaction& transaction, const storage::Definitions& definitions,
                                          const domain::Workflow& workflow, base::Id contact) {
    const auto held = [](std::string_view what, const std::string& because, std::optional<base::Instant> since) {
        return Standstill{
            .reason = on_hold, .sentence = "The " + std::string(what) + " is on hold: " + because, .since = since};
    };
    if (const auto& hold = definitions.hold) { return held("store", hold->because, hold->since); }
    if (workflow.hold) { return held("workflow", *workflow.hold, {}); }
    if (const auto hold = storage::find_contact_hold(transaction, contact)) {
        return held("contact", hold->reason, hold->since);
    }
    if (domain::workflow_status(workflow.status) != domain::WorkflowStatus::Paused) { return std::nullopt; }
    return Standstill{.reason = word_of(domain::EntryRefusal::Paused),
                      .sentence = std::string(sentence_of(domain::EntryRefusal::Paused))};
}

// A sentence ends somewhere.
std::string with_stop(std::string sentence) {
    if (!sentence.ends_with('.') && !sentence.ends_with('!') && !sentence.ends_with('?')) { sentence += '.'; }
    return sentence;
}

std::string_view sentence_of_outcome(domain::RunOutcome outcome) {
    switch (outcome) {
        case domain::RunOutcome::Converted:
            return "It has converted.";
        case domain::RunOutcome::Finished:
            return "It had come to an end.";
        case domain::RunOutcome::Exited:
            return "It fulfilled exitWhen.";
        case domain::RunOutcome::Stopped:
            return "Somebody stopped it, or finished the workflow.";
        case domain::RunOutcome::Restarted:
            return "Another run with the same key took its place.";
        case domain::RunOutcome::Failed:
            return "It could not go on.";
    }
    return {};
}

WhyAnswer tell_of_run(storage::Transaction& transaction, const std::optional<Standstill>& standstill,
                      storage::StoredRun run) {
    WhyAnswer why;
    const auto last = storage::last_step_of(transaction, run);
    const auto reason = last && last->reason ? *last->reason : std::string();
    if (run.state == domain::RunState::Ended) {
        why.state = "ended";
        why.reason = reason.empty() ? std::string(word_of(run.outcome.value())) : reason;
        why.sentence = "The contact left the workflow at " + in_quotes(run.node) + " on " +
                       run.ended_at.value().text() + ". " + std::string(sentence_of_outcome(*run.outcome));
    } else {
        why.state = "inside";
        why.sentence = "The contact is at " + in_quotes(run.node);
        // A reason to stay there is the last that was said.
        const bool stays = last && !last->port && !reason.empty();
        if (stays) { why.reason = reason; }
        if (run.state == domain::RunState::Running) {
            why.sentence += " and goes on within moments.";
        } else if (stays && reason == word_of(domain::StepReason::Window) && run.waits_until) {
            why.sentence += " since " + last->at.text() + " and goes on in the hours in which it may, from " +
                            run.waits_until->text() + " on.";
        } else if (stays && reason == word_of(domain::StepReason::Paused) && standstill) {
            why.reason = standstill->reason;
            why.sentence += " since " + last->at.text() + " and cannot go on. " + with_stop(standstill->sentence);
        } else if (stays) {
            why.sentence += " since " + last->at.text() + " and cannot go on: " + reason + ".";
        } else if (run.waits_until) {
            why.sentence += " and waits until " + run.waits_until->text() + " at most.";
        } else {
            why.sentence += " and waits.";
        }
    }
    why.run = std::move(run);
    return why;
}

// Somebody who was never in a workflow, and the version that it could have entered.
class NeverInside {
  public:
    NeverInside(storage::Transaction& transaction, const domain::Workflow& workflow,
                std::shared_ptr<const domain::Definition> definition, const storage::Definitions& definitions,
                const domain::Contact& contact, std::optional<Standstill> standstill, base::Instant now)
        : transaction_(transaction),
          standstill_(std::move(standstill)),
          workflow_(workflow),
          definition_(std::move(definition)),
          definitions_(definitions),
          contact_(contact),
          now_(now),
          zone_(storage::zone_of_store(definitions)),
          names_(operations::workflow_names(definitions)),
          stored_(transaction, contact, [this](base::Id id) { return is_member(id); }),
          facts_(transaction, definitions, contact, stored_, now) {
        facts_.look_at(workflow.id);
    }

    WhyAnswer tell() { return definition_->triggers.empty() ? tell_of_start() : tell_of_triggers(); }

  private:
    class History final : public domain::EntryHistory {
      public:
        explicit History(NeverInside& owner) : owner_(owner) {}

        domain::PastRuns past_runs(const std::string& key) override {
            return storage::past_runs(owner_.transaction_,
                                      {.contact = owner_.contact_.id,
                                       .workflow = owner_.workflow_.id,
                                       .key = key,
                                       .at = owner_.now_,
                                       .day = owner_.zone_.day_of(owner_.now_).time_since_epoch().count()});
        }

      private:
        NeverInside& owner_;
    };

    [[nodiscard]] bool is_member(base::Id id) const {
        const auto* const segment = definitions_.find_segment(id);
        return segment != nullptr && segment->member_set &&
               storage::is_member(transaction_, *segment->member_set, contact_.id);
    }

    // As far as is known: since when it was paused, nobody wrote down.
    [[nodiscard]] bool stood_still(base::Instant then) const {
        return standstill_ && (!standstill_->since || *standstill_->since <= then);
    }

    // What keeps the contact out when this happens then; without a reason when nothing does.
    WhyAnswer ask(const domain::Happening* happening, base::Instant then) {
        const domain::RunSituation situation{.definition = *definition_,
                                             .names = names_.filters,
                                             .store = definitions_.store,
                                             .is_paused = stood_still(then),
                                             .workflow = workflow_.id};
        const domain::EvaluationTime time{.now = then, .zone = zone_};
        History history(*this);
        const auto entry = domain::find_entry(situation, happening, facts_, history, time);
        if (entry.refusal == domain::EntryRefusal::Paused) {
            return {.sentence = with_stop(standstill_->sentence), .reason = std::string(standstill_->reason)};
        }
        return {.sentence = std::string(sentence_of(entry.refusal)),
                .reason = std::string(word_of(entry.refusal)),
                .because = domain::explain_entry(situation, entry, happening, facts_, time)};
    }

    // The last time that something happened, and the trigger that it is about.
    struct Fired {
        std::size_t trigger = 0;
        domain::Happening happening;
    };

    // Since the workflow was published. Those that fit, or those that only a condition of the trigger keeps from
    // fitting.
    std::optional<Fired> last_fired(bool with_conditions) {
        std::optional<Fired> last;
        for (const auto place : definition_->triggers) {
            auto trigger = std::get<domain::TriggerNode>(definition_->nodes[place].parameters);
            if (!with_conditions) {
                trigger.happened.where.clear();
                trigger.from.reset();
                trigger.to.reset();
            }
            const auto since = base::Id::first_at(workflow_.started_at.value()).number;
            for (auto& happening : facts_.happenings_since(since, trigger)) {
                const domain::EvaluationTime time{.now = happening.journalled_at, .zone = zone_};
                if (!domain::fits(trigger, happening, time)) { continue; }
                if (last && last->happening.number > happening.number) { continue; }
                last = Fired{.trigger = place, .happening = std::move(happening)};
            }
        }
        return last;
    }

    WhyAnswer tell_of_triggers() {
        if (const auto fired = last_fired(true)) {
            auto why = ask(&fired->happening, fired->happening.journalled_at);
            why.trigger = definition_->nodes[fired->trigger].id;
            why.at = fired->happening.at;
            why.sentence = in_quotes(why.trigger) + " happened to the contact on " + why.at->text() + ". " +
                           (why.reason.empty() ? "By what is known now, nothing keeps it out." : why.sentence);
            return why;
        }
        WhyAnswer why{.reason = std::string(word_of(domain::EntryRefusal::NoTrigger))};
        if (const auto fired = last_fired(false)) {
            why.trigger = definition_->nodes[fired->trigger].id;
            why.at = fired->happening.at;
            why.sentence = "What happened to the contact on " + why.at->text() + " is not what " +
                           in_quotes(why.trigger) + " waits for.";
            explain_trigger(fired->trigger, why);
        } else {
            why.at = workflow_.started_at;
            why.sentence = "None of its triggers happened to the contact since the workflow was published on " +
                           why.at->text() + ".";
        }
        return why;
    }

    // How many fitted, which is none.
    void explain_trigger(std::size_t place, WhyAnswer& why) {
        const auto& trigger = std::get<domain::TriggerNode>(definition_->nodes[place].parameters);
        if (trigger.is_change_of_field()) { return; }
        asked_.test = trigger.happened;
        why.because = {{.test = &asked_.test, .value = "0", .holds = false}};
    }

    WhyAnswer tell_of_start() {
        const auto& start = std::get<domain::StartNode>(definition_->nodes[definition_->start].parameters);
        if (start.segment && !is_member(*start.segment)) {
            asked_.test = domain::SegmentTest{.segment = *start.segment};
            return {.sentence = "The contact is not in the segment that comes in.",
                    .reason = "not in the segment",
                    .because = {{.test = &asked_.test, .value = "false", .holds = false}}};
        }
        auto why = ask(nullptr, now_);
        if (!why.reason.empty()) { return why; }
        const auto published = workflow_.started_at.value();
        const bool was_there = contact_.created_at < published;
        if (was_there && !start.existing) {
            return {.sentence = "The contact was there before the workflow was published on " + published.text() +
                                ", and only those come in who come later.",
                    .reason = "was there before",
                    .at = published};
        }
        if (!was_there && !start.future) {
            return {.sentence = "The contact came after the workflow was published on " + published.text() +
                                ", and only those come in who were there.",
                    .reason = "came later",
                    .at = published};
        }
        why.sentence = "By what is known now, nothing keeps the contact out.";
        return why;
    }

    storage::Transaction& transaction_;
    const std::optional<Standstill> standstill_;
    const domain::Workflow& workflow_;
    const std::shared_ptr<const domain::Definition> definition_;
    const storage::Definitions& definitions_;
    const domain::Contact& contact_;
    const base::Instant now_;
    const base::TimeZone zone_;
    const domain::WorkflowNames names_;
    storage::StoredFacts stored_;
    storage::StoredRunFacts facts_;
    domain::Filter asked_ = {};  // What `because` is about, where the definition has no such filter.
};

std::string render_why(const WhyAnswer& why, const domain::FilterNames& names) {
    std::string json;
    base::JsonWriter writer(json);
    const auto write = [&](std::string_view name, std::string_view text) {
        if (text.empty()) { return; }
        writer.key(name);
        writer.string(text);
    };
    writer.begin_object();
    write("state", why.state);
    write("sentence", why.sentence);
    write("reason", why.reason);
    write("trigger", why.trigger);
    if (why.at) {
        writer.key("at");
        writer.instant(*why.at);
    }
    if (!why.because.empty()) { write_because(writer, why.because, names); }
    if (why.run) {
        writer.key("run");
        writer.begin_object();
        operations::write_run(writer, *why.run);
        writer.end_object();
    }
    writer.end_object();
    return json;
}

struct WhyQuestion {
    base::Id workflow;
    base::Id contact;
    base::Instant now;
    std::shared_ptr<const storage::Definitions> known;
};

base::Result<JsonAnswer> tell_why(storage::Transaction& transaction, const WhyQuestion& question) {
    const auto definitions = storage::definitions_in(transaction, question.known);
    const auto names = operations::filter_names(*definitions);
    const auto answer = [&](const WhyAnswer& why) { return JsonAnswer{.status = 200, .body = render_why(why, names)}; };
    const auto workflow = storage::find_workflow(transaction, question.workflow);
    if (!workflow) { return operations::unknown_workflow(); }
    const auto contact = storage::find_contact(transaction, question.contact);
    if (!contact) { return operations::unknown_contact_id(); }
    auto standstill = find_standstill(transaction, *definitions, *workflow, contact->id);
    if (auto run = storage::find_last_run(transaction, contact->id, workflow->id)) {
        return answer(tell_of_run(transaction, standstill, std::move(*run)));
    }
    if (!workflow->version) {
        return answer({.sentence = "The workflow was never published.", .reason = "not published"});
    }
    if (domain::workflow_status(workflow->status) == domain::WorkflowStatus::Finished) {
        return answer({.sentence = std::string(sentence_of(domain::EntryRefusal::Ended)),
                       .reason = std::string(word_of(domain::EntryRefusal::Ended)),
                       .at = workflow->finished_at});
    }
    const auto version = operations::find_published(transaction, *definitions, workflow->id);
    if (!version) {
        return answer({.sentence = "The version that was published cannot run any more.", .reason = "cannot run"});
    }
    NeverInside never(transaction, *workflow, version.value().definition, *definitions, *contact, std::move(standstill),
                      question.now);
    return answer(never.tell());
}

void get_workflow_why(const Services& services, Call& call) {
    const auto workflow = base::Id::parse(call.parameters[0]);
    if (!workflow) { return call.answer.refuse(workflow.error()); }
    const auto contact = base::Id::parse(call.parameters[1]);
    if (!contact) { return call.answer.refuse(contact.error()); }
    answer_read(services, storage::ReadCost::Walk, call,
                [question = WhyQuestion{.workflow = workflow.value().value_or(base::Id{}),
                                        .contact = contact.value().value_or(base::Id{}),
                                        .now = services.sources.clock.now(),
                                        .known = call.caller.definitions}](storage::Transaction& transaction) {
                    return tell_why(transaction, question);
                });
}

}  // namespace

std::vector<Route> workflow_why_routes(const Services& services) {
    return {
        Route(net::Method::Get, workflow_why_path, Managed{domain::Scope::WorkflowRead}, BodyKind::Ignored,
              [services](Call& call) { get_workflow_why(services, call); }),
    };
}

}  // namespace tradewind::api::admin
