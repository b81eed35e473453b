#include "jobs/sample_data_job.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "domain/files/import.h"
#include "jobs/demo/dynamic_segments.h"
#include "jobs/demo/history.h"
#include "jobs/demo/shop.h"
#include "jobs/demo/workflows.h"
#include "operations/contact_field_operations.h"
#include "operations/contact_operations.h"
#include "operations/coupon_set_operations.h"
#include "operations/custom_event_type_operations.h"
#include "operations/custom_integration_operations.h"
#include "operations/product_operations.h"
#include "operations/purchase_operations.h"
#include "operations/segment_operations.h"
#include "operations/segment_uses.h"
#include "operations/workflow_life.h"
#include "operations/workflow_operations.h"
#include "storage/stores/contacts/contact_store.h"
#include "storage/stores/contacts/field_scrub_store.h"
#include "storage/stores/engine/run_store.h"
#include "storage/stores/jobs/sample_data_store.h"
#include "storage/stores/jobs/score_store.h"

namespace tradewind::jobs {

using domain::SampleShop;
using storage::Transaction;

namespace {

const domain::Actor sample_actor{"demo"};
constexpr std::int64_t field_rows_per_look = 1'000;

base::Error changed_meanwhile() {
    return base::conflict("Somebody wants something else of the sample data by now.");
}

bool is_running(domain::WorkflowStatus status) {
    return status == domain::WorkflowStatus::Active || status == domain::WorkflowStatus::Paused;
}

// When the shop was made, in the night before its first day. Ids are made of the time, and the audit list keeps those
// of an earlier shop that is gone: each opens at a moment of its own.
base::Instant opening_of(const SampleShop& data) {
    constexpr std::int64_t night = std::chrono::milliseconds(std::chrono::hours(6)).count();
    return {demo::History::begin_of(data.begun_at).milliseconds + data.begun_at.milliseconds % night};
}

std::uint64_t seed_of(const SampleShop& data) {
    return static_cast<std::uint64_t>(data.begun_at.milliseconds);
}

}  // namespace

base::Result<SampleShop> SampleDataJob::read() const {
    return storage::read_and_wait(
        dependencies_.database,
        [](Transaction& transaction) { return base::Result(storage::find_sample_data(transaction)); },
        storage::ReadCost::Point);
}

template <class Work>
base::Result<void> SampleDataJob::write(State state, Work work) {
    refusal_.reset();
    TRY(work_.keep());
    const auto space = state == State::Removing ? storage::Space::GivesBack : storage::Space::Takes;
    const auto guarded = [&, state](Transaction& transaction) -> base::Result<void> {
        auto data = storage::lock_sample_data(transaction);
        if (data.state != state) { return changed_meanwhile(); }
        if (auto done = work(transaction, data); !done) {
            refusal_ = done.error();
            return done;
        }
        storage::update_sample_data(transaction, data);
        return {};
    };
    return work_.write(guarded, space);
}

void SampleDataJob::run() {
    while (!work_.is_stopped()) {
        const auto data = read();
        if (!data) { break; }
        const auto state = data.value().state;
        if (state == State::None || state == State::There) {
            work_.has_worked();
            break;
        }
        const auto done = work_through(data.value());
        const auto now = read();
        // Somebody wants something else by now, or what cannot be added is to go.
        const bool goes_on = done || (now && now.value().state != state);
        if (!goes_on) {
            work_.say_once("sample data has to wait", {}, done.error());
            break;
        }
    }
    work_.release();
}

base::Result<void> SampleDataJob::work_through(const SampleShop& data) {
    const auto space = data.state == State::Removing ? storage::Space::GivesBack : storage::Space::Takes;
    TRY(work_.claim(
        {}, [](Transaction&) { return base::Result<void>(); }, space));
    if (data.state == State::Removing) { return remove(data); }
    auto added = add(data);
    return !added && refusal_ ? give_up(added.error()) : added;
}

base::Result<void> SampleDataJob::add(const SampleShop& data) {
    demo::HistoryClock clock;
    base::IdSource ids(clock, dependencies_.node);
    base::Sources sources{.clock = clock, .random = dependencies_.sources.random, .ids = ids};
    clock.set(opening_of(data));
    const auto shop = TRY(set_up_shop(sources));
    demo::History history(
        {.seed = seed_of(data), .customers = SampleShop::contacts, .today = data.begun_at, .days_done = data.days_done},
        shop);
    TRY(tell_history({.clock = clock, .sources = sources, .shop = shop, .seed = seed_of(data)}, history));
    return begin_to_act(shop);
}

base::Result<demo::Shop> SampleDataJob::set_up_shop(base::Sources& sources) {
    std::optional<demo::Shop> shop;
    const auto set_up = [&](Transaction& transaction, const SampleShop&) -> base::Result<void> {
        shop = demo::find_shop(*storage::definitions_in(transaction, known()));
        if (!shop) { shop = TRY(demo::set_up_shop(transaction, sources, known(), dependencies_.secret_key)); }
        return {};
    };
    TRY(write(State::Adding, set_up));
    return std::move(*shop);
}

base::Result<void> SampleDataJob::tell_history(const demo::Life& life, demo::History& history) {
    while (!history.is_over()) {
        std::vector<demo::Step> steps;
        while (!history.is_over() && steps.size() < steps_per_slice) {
            auto day = history.next_day();
            std::ranges::move(day, std::back_inserter(steps));
        }
        const auto take = [&](Transaction& transaction, SampleShop& data) -> base::Result<void> {
            TRY(life.take(transaction, *storage::definitions_in(transaction, known()), steps));
            data.days_done = history.days_done();
            return {};
        };
        TRY(write(State::Adding, take));
    }
    return {};
}

base::Result<void> SampleDataJob::begin_to_act(const demo::Shop& shop) {
    return write(State::Adding, [&](Transaction& transaction, SampleShop& data) -> base::Result<void> {
        auto& sources = dependencies_.sources;
        data.acting = TRY(demo::make_dynamic_segments(transaction, sources, known()));
        const auto workflows = TRY(demo::publish_workflows(transaction, sources, known(), shop));
        data.acting.insert(data.acting.end(), workflows.begin(), workflows.end());
        data.state = State::There;
        // Scores are made at once, and not only in the night.
        storage::note_scores_made(transaction, {});
        transaction.wake(storage::Sleeper::Scores);
        return {};
    });
}

base::Result<void> SampleDataJob::give_up(const base::Error& error) {
    dependencies_.log.warning("sample data was not added", {{"cause", domain::import_error_reason(error)}});
    return write(State::Adding, [&](Transaction&, SampleShop& data) -> base::Result<void> {
        data.problem = domain::import_error_reason(error);
        data.state = State::Removing;
        return {};
    });
}

base::Result<void> SampleDataJob::remove(const SampleShop& data) {
    TRY(finish_workflows(data));
    TRY(remove_rows(data));
    const auto now = known();
    for (const auto& workflow : now->workflows) {
        if (data.holds(workflow.id)) { TRY(wait_for_runs_to_end(workflow.id)); }
    }
    const auto kept = TRY(remove_parts(data));
    return write(State::Removing, [&](Transaction&, SampleShop& changed) -> base::Result<void> {
        changed = {.state = State::None, .kept = kept, .problem = changed.problem};
        return {};
    });
}

base::Result<std::vector<std::string>> SampleDataJob::remove_parts(const SampleShop& data) {
    // What one part uses can go once that part is gone.
    for (std::size_t last_kept = 0;;) {
        std::vector<std::string> kept;
        for (const auto& part : parts_of(data)) {
            const auto reason = TRY(remove_part(part));
            if (reason) { kept.push_back(part.name + ": " + *reason); }
        }
        if (kept.empty() || kept.size() == last_kept) { return kept; }
        last_kept = kept.size();
    }
}

base::Result<std::optional<std::string>> SampleDataJob::remove_part(const Part& part) {
    if (part.field_number) {
        const bool is_filled = TRY(has_values(*part.field_number));
        if (is_filled) { return std::optional<std::string>("Contacts of the store have values of it."); }
    }
    const auto done =
        write(State::Removing, [&](Transaction& transaction, const SampleShop&) { return part.remove(transaction); });
    if (done) { return std::optional<std::string>(); }
    if (!refusal_) { return done.error(); }
    if (refusal_->kind == base::ErrorKind::NotFound) { return std::optional<std::string>(); }
    return std::optional(refusal_->detail);
}

base::Result<bool> SampleDataJob::has_values(std::int64_t field_number) {
    const std::array numbers{field_number};
    storage::ScrubSlice<base::Id> slice;
    while (slice.found.empty() && !slice.is_end) {
        TRY(work_.keep());
        slice = TRY(storage::read_and_wait(dependencies_.database, [&](Transaction& transaction) {
            return base::Result(
                storage::find_contacts_with_fields(transaction, numbers, slice.last, field_rows_per_look));
        }));
    }
    return !slice.found.empty();
}

base::Result<void> SampleDataJob::finish_workflows(const SampleShop& data) {
    return write(State::Removing, [&](Transaction& transaction, const SampleShop&) -> base::Result<void> {
        for (const auto& workflow : storage::known_workflows(transaction)) {
            if (!data.holds(workflow.id) || !is_running(workflow.status)) { continue; }
            TRY(operations::finish_workflow(transaction, dependencies_.sources, sample_actor, workflow.id));
        }
        return {};
    });
}

template <class RemoveRow>
base::Result<void> SampleDataJob::remove_all(FindRows find, base::Id before, RemoveRow remove_row) {
    for (bool goes_on = true; goes_on;) {
        TRY(write(State::Removing, [&](Transaction& transaction, const SampleShop&) -> base::Result<void> {
            const auto rows = find(transaction, before, rows_per_slice);
            for (const auto row : rows) { remove_row(transaction, row); }
            goes_on = !rows.empty();
            return {};
        }));
    }
    return {};
}

base::Result<void> SampleDataJob::remove_rows(const SampleShop& data) {
    auto& sources = dependencies_.sources;
    const auto before = base::Id::first_at(data.ends_at());
    // First the people: of a purchase without a buyer nobody is told, so that nothing follows from its end.
    TRY(remove_all(storage::contacts_made_before, before, [&](Transaction& transaction, base::Id id) {
        if (const auto contact = storage::lock_contact(transaction, id)) {
            operations::remove_person(transaction, sources, *contact);
        }
    }));
    TRY(remove_all(storage::purchases_made_before, before, [&](Transaction& transaction, base::Id purchase) {
        operations::delete_purchase(transaction, sources, *storage::definitions_in(transaction, known()), purchase);
    }));
    return remove_all(storage::products_made_before, before, [](Transaction& transaction, base::Id product) {
        operations::delete_product(transaction, product);
    });
}

base::Result<void> SampleDataJob::wait_for_runs_to_end(base::Id workflow) {
    bool is_anybody_inside = true;
    for (int looks = 0; is_anybody_inside && looks < leaving_looks_max; ++looks) {
        is_anybody_inside = TRY(storage::read_and_wait(dependencies_.database, [&](Transaction& transaction) {
            return base::Result(!storage::open_runs_at(transaction, workflow, std::nullopt, {}, 1).empty());
        }));
        if (is_anybody_inside) { work_.stop_wakeup().wait_for(leaving_wait); }
        TRY(work_.keep());
    }
    return {};
}

std::vector<SampleDataJob::Part> SampleDataJob::parts_of(const SampleShop& data) const {
    auto& sources = dependencies_.sources;
    const auto now = known();
    std::vector<Part> parts;
    const auto add = [&](const std::string& name, base::Id id, auto remove) {
        if (!data.holds(id)) { return; }
        parts.push_back({.name = name, .field_number = {}, .remove = [this, id, remove](Transaction& transaction) {
                             return remove(transaction, id, operations::users_of(transaction, known(), id));
                         }});
    };
    for (const auto& workflow : now->workflows) {
        add("workflow \"" + workflow.name + "\"", workflow.id,
            [&sources](Transaction& transaction, base::Id id, const operations::Users& users) {
                return operations::delete_workflow(transaction, sources, sample_actor, id, users);
            });
    }
    for (const auto& segment : now->segments) {
        add("segment \"" + segment.name + "\"", segment.id,
            [&sources](Transaction& transaction, base::Id id, const operations::Users& users) {
                return operations::delete_segment(transaction, sources, sample_actor, id, users);
            });
    }
    for (const auto& set : now->coupon_sets) {
        add("coupon set \"" + set.name + "\"", set.id,
            [&sources](Transaction& transaction, base::Id id, const operations::Users& users) {
                return operations::delete_coupon_set(transaction, sources, sample_actor, id, users);
            });
    }
    for (const auto& type : now->custom_events.types()) {
        add("event type \"" + type->name + "\"", type->id,
            [integration = type->integration](Transaction& transaction, base::Id id, const operations::Users& users) {
                return operations::delete_custom_event_type(transaction, integration, id, users);
            });
    }
    for (const auto& integration : now->custom_events.integrations()) {
        add("integration \"" + integration.name + "\"", integration.id,
            [this](Transaction& transaction, base::Id id, const operations::Users&) -> base::Result<void> {
                const auto definitions = storage::definitions_in(transaction, known());
                const auto& types = definitions->custom_events.types();
                const bool has_types =
                    std::ranges::any_of(types, [id](const auto& type) { return type->integration == id; });
                if (has_types) { return base::conflict("It has event types of the store's own, or that are in use."); }
                return operations::delete_custom_integration(transaction, id);
            });
    }
    for (const auto& field : now->contact_fields.custom()) {
        if (data.ends_at() <= field.created_at) { continue; }
        parts.push_back({.name = "contact field \"" + field.name + "\"",
                         .field_number = field.number,
                         .remove = [this, &sources, id = field.id](Transaction& transaction) {
                             const auto users = operations::users_of_field(transaction, known(), id);
                             return operations::delete_contact_field(transaction, sources, id, users);
                         }});
    }
    return parts;
}

}  // namespace tradewind::jobs
