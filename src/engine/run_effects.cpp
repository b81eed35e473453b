#include "engine/run_effects.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/fault.h"
#include "base/json.h"
#include "base/json_writer.h"
#include "domain/contacts/contact_patch.h"
#include "domain/deliveries/web_call.h"
#include "domain/fields/kinds/field_kind.h"
#include "domain/workflows/changed_values.h"
#include "domain/workflows/nodes/field_values.h"
#include "operations/contact_operations.h"
#include "operations/coupon_operations.h"
#include "operations/segment_member_operations.h"
#include "storage/stores/engine/delivery_store.h"
#include "storage/stores/engine/run_store.h"
#include "storage/stores/engine/segment_store.h"

namespace tradewind::engine {
namespace {

using storage::Transaction;

// Who does it, for the journal and for what follows.
domain::Cause cause_of(const RunDecision& decision, const domain::Effect& effect) {
    return {.kind = domain::Cause::Kind::Run,
            .run = decision.run.id,
            .node = static_cast<std::int64_t>(effect.node),
            .depth = decision.run.depth + (base::is_planted(base::Fault::LoseDepth) ? 0 : 1)};
}

class EffectWriter {
  public:
    EffectWriter(Transaction& transaction, base::Sources& sources, const storage::Definitions& definitions,
                 domain::Contact& contact, RunDecision& decision, const base::TimeZone& zone)
        : transaction_(transaction),
          sources_(sources),
          definitions_(definitions),
          contact_(contact),
          decision_(decision),
          zone_(zone) {}

    // False when the run does not go on as it was decided; then nothing was written.
    bool carry_out(const domain::Effect& effect) {
        const auto& node = decision_.version->definition.nodes[effect.node];
        const auto limits = domain::is_trial(decision_.run.version) ? domain::NodeLimits() : node.limits;
        if (is_used_up(node, limits)) { return take_back(effect); }
        if (limits.total && !is_left(node)) { return take_back(effect); }
        cause_ = cause_of(decision_, effect);
        const bool is_done = std::visit([&](const auto& what) { return done(what, effect); }, effect.what);
        if (!is_done && limits.total) { storage::give_back_node_total(transaction_, decision_.run.workflow, node.id); }
        if (is_done && (limits.per_contact || limits.cool_down)) {
            storage::note_node_use(transaction_, contact_.id, decision_.run.workflow, node.id, sources_.clock.now());
        }
        return is_done;
    }

  private:
    // Of what the node may do for all contacts together. Takes one of it.
    bool is_left(const domain::Node& node) {
        constexpr auto endless = std::numeric_limits<std::int64_t>::max();
        const auto most = base::is_planted(base::Fault::CountApart) ? endless : *node.limits.total;
        return storage::claim_node_total(transaction_, decision_.run.workflow, node.id, most);
    }

    // Another run of the contact may have done the same in this transaction.
    bool is_used_up(const domain::Node& node, const domain::NodeLimits& limits) {
        if (!limits.per_contact && !limits.cool_down) { return false; }
        const auto own = storage::node_uses(transaction_, contact_.id, decision_.run.workflow, node.id);
        return (limits.per_contact && own.uses >= *limits.per_contact) ||
               (limits.cool_down && own.last_at &&
                sources_.clock.now() < domain::add(*own.last_at, *limits.cool_down, zone_));
    }

    bool done(const domain::SetFieldEffect& effect, const domain::Effect&) {
        const auto& fields = definitions_.contact_fields;
        const auto* const field = domain::find_field(fields, effect.field);
        if (field == nullptr) { return true; }
        auto json = effect.json;
        if (effect.add) {
            auto sum = domain::sum_json(*field, domain::field_json(contact_, fields, effect.field.field), *effect.add);
            if (!sum) { return true; }  // Another run came first: there is no room for it any more.
            json = std::move(sum).take();
        }
        const auto document = base::JsonDocument::parse(json);
        if (!document) { return true; }
        domain::ContactPatch patch;
        if (document.value().root().is_null()) {
            patch.entries.push_back({.field = field, .value = {}});
        } else {
            auto value = domain::kind_of(field->type).read(document.value().root(), *field);
            if (!value) { return true; }  // Its bounds are narrower by now.
            patch.entries.push_back({.field = field, .value = std::move(value).take()});
        }
        operations::ContactWrite write{.before = contact_, .after = std::move(contact_), .changes = {}};
        write.changes = domain::apply(patch, write.after, fields);
        contact_ = operations::save_contact(transaction_, sources_, definitions_, std::move(write), cause_);
        return true;
    }

    bool done(const domain::SegmentEffect& effect, const domain::Effect&) {
        const auto segment = storage::hold_segment(transaction_, effect.segment);
        if (!segment || segment->kind != domain::SegmentKind::Static) { return true; }
        const auto move = effect.adds ? operations::enter_segment : operations::leave_segment;
        move(transaction_, sources_, definitions_, *segment, contact_, cause_, nullptr);
        return true;
    }

    bool done(const domain::CouponEffect& effect, const domain::Effect& whole) {
        const auto coupon =
            operations::assign_coupon(transaction_, sources_, definitions_, effect.set, contact_, "workflow", cause_);
        if (!coupon) { return leave_empty(whole); }
        std::string json;
        base::JsonWriter writer(json);
        writer.begin_object();
        writer.key("code");
        writer.string(coupon.value().code);
        writer.end_object();
        decision_.run.left[whole.node] = {.json = std::move(json)};
        return true;
    }

    // Forgets the visit and everything after it. Whether the run came to the node only now.
    bool forget_from(const domain::Effect& effect) {
        auto& run = decision_.run;
        const auto step = std::ranges::find_if(decision_.steps, [&](const domain::StepRecord& record) {
            return record.node == effect.node && record.visit == effect.visit;
        });
        const bool has_just_come = step->arrives;
        std::for_each(step, decision_.steps.end(), [&](const domain::StepRecord& record) {
            if (!record.arrives) { return; }
            --run.visits[record.node].count;
            --run.steps;
        });
        decision_.steps.erase(step, decision_.steps.end());
        run.node = effect.node;
        run.state = domain::RunState::Running;
        run.outcome.reset();
        run.ended_at.reset();
        run.waits_until.reset();
        decision_.goes_on = true;
        return has_just_come;
    }

    // Answers false, as the next one does.
    bool take_back(const domain::Effect& effect) {
        if (forget_from(effect)) { return false; }
        auto& run = decision_.run;
        run.state = domain::RunState::Waiting;
        run.waits_for = domain::StepReason::Window;
        run.waits_until = sources_.clock.now();
        return false;
    }

    bool leave_empty(const domain::Effect& effect) {
        auto& run = decision_.run;
        const bool has_just_come = forget_from(effect);
        if (has_just_come) {
            ++run.visits[effect.node].count;
            ++run.steps;
        }
        constexpr std::size_t empty_port = 1;
        const auto now = sources_.clock.now();
        decision_.steps.push_back({.node = effect.node,
                                   .visit = effect.visit,
                                   .at = now,
                                   .arrives = has_just_come,
                                   .port = empty_port,
                                   .reason = domain::StepReason::Empty});
        if (const auto next = decision_.version->definition.nodes[effect.node].next[empty_port]) {
            run.node = *next;
            return false;
        }
        run.state = domain::RunState::Ended;
        run.outcome = domain::RunOutcome::Finished;
        run.ended_at = now;
        decision_.goes_on = false;
        return false;
    }

    bool done(const domain::CallEffect& effect, const domain::Effect& whole) {
        const auto* const type = definitions_.custom_events.find_type(effect.type);
        if (type == nullptr) { return true; }
        const auto now = sources_.clock.now();
        const auto& run = decision_.run;
        storage::insert_delivery(transaction_, {.contact = contact_.id,
                                                .id = sources_.ids.next(),
                                                .type = effect.type,
                                                .workflow = run.workflow,
                                                .run = run.id,
                                                .node = decision_.version->definition.nodes[whole.node].id,
                                                .visit = whole.visit,
                                                .due_at = now,
                                                .test_address = run.test_address,
                                                .body = domain::write_web_call_body({.type = type->name,
                                                                                     .timestamp = now,
                                                                                     .fields = effect.fields,
                                                                                     .contact = &contact_,
                                                                                     .workflow = run.workflow,
                                                                                     .run = run.id})});
        return true;
    }

    Transaction& transaction_;
    base::Sources& sources_;
    const storage::Definitions& definitions_;
    domain::Contact& contact_;
    RunDecision& decision_;
    const base::TimeZone& zone_;
    domain::Cause cause_;
};

}  // namespace

void carry_out(Transaction& transaction, base::Sources& sources, const storage::Definitions& definitions,
               domain::Contact& contact, RunDecision& decision, const base::TimeZone& zone) {
    EffectWriter writer(transaction, sources, definitions, contact, decision, zone);
    const auto effects = decision.effects;
    for (const auto& effect : effects) {
        if (!writer.carry_out(effect)) { return; }
    }
}

}  // namespace tradewind::engine
