#include "engine/run_effects.h"

#include <algorithm>

#include "base/json.h"
#include "base/json_writer.h"
#include "domain/contacts/contact_patch.h"
#include "domain/fields/kinds/field_kind.h"
#include "domain/workflows/changed_values.h"
#include "operations/contact_operations.h"
#include "operations/coupon_operations.h"
#include "operations/segment_member_operations.h"
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
            .depth = decision.run.depth + 1};
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
        const auto& limits = node.limits;
        if (is_used_up(node)) { return take_back(effect); }
        if (limits.total && !storage::claim_node_total(transaction_, decision_.run.workflow, node.id, *limits.total)) {
            return take_back(effect);
        }
        cause_ = cause_of(decision_, effect);
        const bool is_done = std::visit([&](const auto& what) { return done(what, effect); }, effect.what);
        if (is_done && (limits.per_contact || limits.cool_down)) {
            storage::note_node_use(transaction_, contact_.id, decision_.run.workflow, node.id, sources_.clock.now());
        }
        return is_done;
    }

  private:
    // Another run of the contact may have done the same in this transaction.
    bool is_used_up(const domain::Node& node) {
        const auto& limits = node.limits;
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
            const auto held = base::Decimal::parse(domain::field_json(contact_, fields, effect.field.field));
            const base::Decimal sum{(held ? held.value().ten_thousandths : 0) + effect.add->ten_thousandths};
            json = sum.text();
        }
        const auto document = base::JsonDocument::parse(json);
        if (!document) { return true; }
        domain::ContactPatch patch;
        if (document.value().root().is_null()) {
            patch.entries.push_back({.field = field, .value = {}});
        } else {
            auto value = domain::kind_of(field->type).read(document.value().root(), *field);
            if (!value) { return true; }  // Its bounds are narrower than the sum.
            patch.entries.push_back({.field = field, .value = std::move(value).take()});
        }
        operations::ContactWrite write{.before = contact_, .after = contact_, .changes = {}};
        write.changes = domain::apply(patch, write.after, fields);
        contact_ = operations::save_contact(transaction_, sources_, definitions_, std::move(write), cause_);
        return true;
    }

    bool done(const domain::SegmentEffect& effect, const domain::Effect&) {
        const auto segment = storage::hold_segment(transaction_, effect.segment);
        if (!segment || segment->kind != domain::SegmentKind::Static) { return true; }
        const auto move = effect.adds ? operations::enter_segment : operations::leave_segment;
        move(transaction_, sources_, definitions_, *segment, contact_, cause_);
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

    // Forgets the visit and everything after it. Answers false.
    bool forget_from(const domain::Effect& effect) {
        auto& run = decision_.run;
        const auto step = std::ranges::find_if(decision_.steps, [&](const domain::StepRecord& record) {
            return record.node == effect.node && record.visit == effect.visit;
        });
        decision_.steps.erase(step, decision_.steps.end());
        run.node = effect.node;
        run.state = domain::RunState::Running;
        run.outcome.reset();
        run.ended_at.reset();
        run.waits_until.reset();
        decision_.goes_on = true;
        return false;
    }

    bool take_back(const domain::Effect& effect) {
        auto& visits = decision_.run.visits[effect.node];
        if (visits.count == effect.visit) { --visits.count; }
        return forget_from(effect);
    }

    bool leave_empty(const domain::Effect& effect) {
        forget_from(effect);
        constexpr std::size_t empty_port = 1;
        const auto now = sources_.clock.now();
        decision_.steps.push_back({.node = effect.node,
                                   .visit = effect.visit,
                                   .at = now,
                                   .arrives = true,
                                   .port = empty_port,
                                   .reason = domain::StepReason::Empty});
        auto& run = decision_.run;
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

    // Calls leave by the outbox; a version with one cannot be published before there is one.
    static bool done(const domain::CallEffect&, const domain::Effect&) { return true; }

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
