#include "domain/workflows/read_simulation.h"

#include <algorithm>
#include <array>
#include <map>

#include "base/json_pointer.h"
#include "domain/events/custom_event.h"
#include "domain/fields/json_fields.h"
#include "domain/fields/unknown_id.h"
#include "domain/filters/operand_reader.h"

namespace tradewind::domain {
namespace {

constexpr std::array<std::string_view, 3> happening_words{"event", "purchase", "patch"};
constexpr std::string_view not_an_object = "must be an object";

class SimulationReader {
  public:
    SimulationReader(const base::JsonValue& root, const SimulationNames& names, base::Instant now)
        : root_(root.kind() == base::JsonKind::Object ? root : empty_object()), names_(names), now_(now) {}

    base::Result<SimulationRequest> read() {
        const auto from = read_instant(root_, "from", "/from");
        read_contact();
        if (const auto version = sent_member(root_, "version")) {
            constexpr Bounds bounds{.value_min = 1};
            std::int64_t number = 0;
            json_fields::read_value(
                *version, {.bounds = bounds, .rule = nullptr, .path = "/version", .problems = problems_}, number);
            request_.version = number;
        }
        const auto happens = sent_member(root_, "happens");
        if (happens && happens->kind() != base::JsonKind::Array) {
            add("/happens", "must be an array");
        } else if (happens && happens->size() > simulation_happenings_max) {
            add("/happens", "must have at most " + std::to_string(simulation_happenings_max) + " items");
        } else if (happens) {
            read_happenings(*happens, from);
        }
        if (!problems_.empty()) { return base::invalid(std::move(problems_)); }
        request_.from = from.value_or(earliest());
        if (is_made_up_) {
            request_.contact->facts.person.created_at = request_.from;
            request_.contact->facts.person.updated_at = request_.from;
        }
        return std::move(request_);
    }

  private:
    void add(std::string path, std::string_view reason) {
        problems_.push_back({.path = std::move(path), .reason = std::string(reason)});
    }
    void add_all(const std::string& path, const std::vector<base::Problem>& problems) {
        for (const auto& problem : problems) { add(path + problem.path, problem.reason); }
    }

    // Now, or with the first that happens when that is before.
    [[nodiscard]] base::Instant earliest() const {
        auto first = now_;
        for (const auto& happening : request_.happens) { first = std::min(first, happening.at); }
        return first;
    }

    std::optional<base::Instant> read_instant(const base::JsonValue& object, std::string_view name,
                                              const std::string& path) {
        const auto value = sent_member(object, name);
        if (!value) { return std::nullopt; }
        std::optional<base::Instant> read;
        json_fields::read_value(*value, {.bounds = {}, .rule = nullptr, .path = path, .problems = problems_}, read);
        if (read && (*read < simulation_first_moment || *read >= simulation_end)) {
            add(path, "must be in the years 1970 to 8999");
            return std::nullopt;
        }
        return read;
    }

    void read_contact() {
        const auto id = sent_member(root_, "contactId");
        const auto made_up = sent_member(root_, "contact");
        if (id && made_up) { add("/contact", "is a second contact, of which there must be one"); }
        if (!id && !made_up) { add("/contactId", "is required, or contact"); }
        if (id) { find_contact(*id); }
        if (made_up) { make_up(*made_up); }
    }

    void find_contact(const base::JsonValue& value) {
        std::optional<base::Id> id;
        json_fields::read_value(value, {.bounds = {}, .rule = nullptr, .path = "/contactId", .problems = problems_},
                                id);
        if (id) { request_.contact = names_.find_contact(*id); }
    }

    void make_up(const base::JsonValue& value) {
        is_made_up_ = true;
        auto& person = request_.contact.emplace().facts.person;
        if (value.kind() != base::JsonKind::Object) { return add("/contact", not_an_object); }
        person.email = key_in<base::EmailAddress>(value, "_email");
        if (!person.email) { person.external_id = key_in<ExternalId>(value, "_externalId"); }
        if (const auto patch = read_patch(value, "/contact")) { apply(*patch, person, names_.names.fields); }
    }

    // The text of a key of this kind; nothing when it is not there or is none.
    template <class Key>
    static std::optional<std::string> key_in(const base::JsonValue& object, std::string_view name) {
        const auto value = sent_member(object, name);
        if (!value || value->kind() != base::JsonKind::String) { return std::nullopt; }
        const auto key = Key::parse(value->string());
        return key ? std::optional(key.value().text()) : std::nullopt;
    }

    // By what the contact is known. Whoever has no key can be given both.
    [[nodiscard]] ContactKey key_of_contact(const base::JsonValue& patch) const {
        const auto person = request_.contact ? request_.contact->facts.person : Contact();
        if (person.email) { return base::EmailAddress::parse(*person.email).take(); }
        if (person.external_id) { return ExternalId::parse(*person.external_id).take(); }
        if (patch.find("_email")) { return ExternalId::parse("-").take(); }
        return base::EmailAddress::parse("nobody@example.org").take();
    }

    std::optional<ContactPatch> read_patch(const base::JsonValue& object, const std::string& path) {
        auto patch = read_contact_patch(object, names_.names.fields, key_of_contact(object), OtherKey::MaySet);
        if (patch) { return std::move(patch).take(); }
        add_all(path, patch.error().problems);
        return std::nullopt;
    }

    void read_happenings(const base::JsonValue& list, const std::optional<base::Instant>& from) {
        std::size_t index = 0;
        for (const auto element : list.elements()) {
            const auto path = "/happens/" + std::to_string(index++);
            if (element.kind() != base::JsonKind::Object) {
                add(path, not_an_object);
                continue;
            }
            const auto at = read_instant(element, "at", path + "/at");
            if (!sent_member(element, "at")) { add(path + "/at", "is required"); }
            if (at && from && *at < *from) { add(path + "/at", "must not be before from"); }
            if (auto what = read_what(element, path); what && at) {
                request_.happens.push_back({.at = *at, .what = std::move(*what)});
            }
        }
    }

    using What = decltype(SimulatedHappening::what);

    std::optional<What> read_what(const base::JsonValue& happening, const std::string& path) {
        std::string_view said;
        for (const auto word : happening_words) {
            if (!sent_member(happening, word)) { continue; }
            if (!said.empty()) {
                add(path + "/" + std::string(word), "goes not with " + std::string(said));
                return std::nullopt;
            }
            said = word;
        }
        if (said.empty()) {
            add(path, "must have one of event, purchase and patch");
            return std::nullopt;
        }
        const auto value = *sent_member(happening, said);
        const auto place = path + "/" + std::string(said);
        if (said == "event") { return read_event(value, happening, path); }
        if (value.kind() != base::JsonKind::Object) {
            add(place, not_an_object);
            return std::nullopt;
        }
        if (said == "purchase") { return read_purchase(value, place); }
        auto patch = read_patch(value, place);
        return patch ? std::optional<What>(std::move(*patch)) : std::nullopt;
    }

    std::optional<What> read_event(const base::JsonValue& name, const base::JsonValue& happening,
                                   const std::string& path) {
        const auto fields = sent_member(happening, "fields");
        const bool is_object = !fields || fields->kind() == base::JsonKind::Object;
        if (!is_object) { add(path + "/fields", not_an_object); }
        const auto* const type = find_event_type(name, path + "/event");
        if (type == nullptr || !is_object) { return std::nullopt; }
        const auto email = request_.contact ? request_.contact->facts.person.email : std::nullopt;
        auto values = read_event_values(fields.value_or(empty_object()), *type, email);
        if (values) { return SimulatedEvent{.type = type->id, .values = std::move(values).take()}; }
        add_all(path + "/fields", values.error().problems);
        return std::nullopt;
    }

    // By id or alias, as in filters.
    const CustomEventType* find_event_type(const base::JsonValue& name, const std::string& path) {
        if (name.kind() != base::JsonKind::String) {
            add(path, "must be a string");
            return nullptr;
        }
        const auto id = base::Id::parse(name.string());
        const auto& events = names_.names.events;
        const auto* type = id && id.value() ? events.find_type(*id.value()) : nullptr;
        if (type == nullptr) { type = events.find_type(name.string()); }
        if (type == nullptr) {
            add(path, unknown_id_reason);
        } else if (type->sends()) {
            add(path, "must be a type that is received");
            return nullptr;
        }
        return type;
    }

    std::optional<What> read_purchase(const base::JsonValue& value, const std::string& path) {
        std::vector<base::Problem> problems;
        auto wanted = read_purchase_of_contact(value, problems);
        items_ += wanted.items.size();
        if (items_ > simulation_items_max) {
            problems.push_back({.path = "/products",
                                .reason = "must be at most " + std::to_string(simulation_items_max) +
                                          " items with those of other purchases"});
        }
        if (problems.empty()) { complete_items(wanted, problems); }
        if (problems.empty()) { return std::move(wanted.purchase.values); }
        add_all(path, problems);
        return std::nullopt;
    }

    // What an item does not tell of its product is copied from the catalogue, as when it is bought.
    void complete_items(NewPurchase& wanted, std::vector<base::Problem>& problems) {
        for (std::size_t index = 0; index < wanted.items.size(); ++index) {
            const auto& patch = wanted.items[index];
            const auto* const product = find_product(patch.values.product_id);
            if (product == nullptr) {
                problems.push_back({.path = "/products/" + std::to_string(index) + "/productId",
                                    .reason = std::string(unknown_id_reason)});
                continue;
            }
            item_bytes_ += text_bytes(*product);
            if (item_bytes_ > simulation_item_bytes_max) {
                return problems.push_back({.path = "/products", .reason = "tell too much, with the catalogue"});
            }
            PurchaseItem item;
            static_cast<ProductDetails&>(item) = *product;
            item.product = product->id;
            domain::apply(purchase_item_fields, patch, item);
            wanted.purchase.values.items.push_back(std::move(item));
        }
    }

    // Null when there is none.
    const Product* find_product(const std::string& id) {
        auto found = products_.find(id);
        if (found == products_.end()) { found = products_.emplace(id, names_.find_product(id)).first; }
        return found->second ? &*found->second : nullptr;
    }

    const base::JsonValue root_;
    const SimulationNames& names_;
    const base::Instant now_;
    SimulationRequest request_;
    bool is_made_up_ = false;
    std::map<std::string, std::optional<Product>> products_;
    std::size_t items_ = 0;
    std::size_t item_bytes_ = 0;
    std::vector<base::Problem> problems_;
};

void write_unless_empty(base::JsonWriter& writer, std::string_view key, const std::string& text) {
    if (text.empty()) { return; }
    writer.key(key);
    writer.string(text);
}

}  // namespace

base::Result<SimulationRequest> read_simulation(const base::JsonValue& root, const SimulationNames& names,
                                                base::Instant now) {
    return SimulationReader(root, names, now).read();
}

void write_simulation(base::JsonWriter& writer, const Simulation& simulation) {
    writer.begin_object();
    writer.key("steps");
    writer.begin_array();
    for (const auto& step : simulation.steps) {
        writer.begin_object();
        writer.key("at");
        writer.instant(step.at);
        writer.key("what");
        writer.string(word_of(step.what));
        if (step.run > 0) {
            writer.key("run");
            writer.integer(static_cast<std::int64_t>(step.run));
        }
        write_unless_empty(writer, "node", step.node);
        write_unless_empty(writer, "port", step.port);
        write_unless_empty(writer, "reason", step.reason);
        write_unless_empty(writer, "value", step.value);
        if (step.until) {
            writer.key("until");
            writer.instant(*step.until);
        }
        writer.end_object();
    }
    writer.end_array();
    writer.key("isCut");
    writer.boolean(simulation.is_cut);
    writer.end_object();
}

}  // namespace tradewind::domain
