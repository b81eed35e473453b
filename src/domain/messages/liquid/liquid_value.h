#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/decimal.h"
#include "domain/messages/liquid/liquid_number.h"

namespace tradewind::domain {

class LiquidValue;
using LiquidList = std::vector<LiquidValue>;
using LiquidEntries = std::vector<std::pair<std::string, LiquidValue>>;

// Values with names. What a template reads is looked up when it reads it: the names it starts from, such as `contact`,
// and what they lead to.
class LiquidValues {
  public:
    LiquidValues() = default;
    LiquidValues(const LiquidValues&) = default;
    LiquidValues& operator=(const LiquidValues&) = default;
    virtual ~LiquidValues() = default;

    // Nothing when there is no such name.
    [[nodiscard]] virtual std::optional<LiquidValue> find(std::string_view name) const = 0;
    // All of them in order, for loops and for printing; null when they can only be asked for by name.
    [[nodiscard]] virtual const LiquidEntries* entries() const { return nullptr; }
};

// From the first to the last, both included. Never written out.
struct LiquidRange {
    std::int64_t first = 0;
    std::int64_t last = 0;

    [[nodiscard]] std::uint64_t size() const {
        return last < first ? 0 : static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first) + 1;
    }
    friend bool operator==(const LiquidRange&, const LiquidRange&) = default;
};

// What a template works with. It never changes, so copies share texts and lists, and threads may, too.
class LiquidValue {
  public:
    LiquidValue() = default;  // Nothing: `nil`.
    LiquidValue(std::same_as<bool> auto boolean) : form_(boolean) {}
    template <std::integral Integer>
    requires(!std::same_as<Integer, bool>) LiquidValue(Integer integer)
        : form_(LiquidNumber(static_cast<std::int64_t>(integer))) {}
    LiquidValue(LiquidNumber number) : form_(number) {}
    // A whole amount is an integer.
    LiquidValue(base::Decimal amount);
    LiquidValue(std::string text) : form_(Text{std::make_shared<const std::string>(std::move(text))}) {}
    LiquidValue(std::string_view text) : LiquidValue(std::string(text)) {}
    LiquidValue(const char* text) : LiquidValue(std::string(text)) {}
    LiquidValue(LiquidList list) : form_(std::make_shared<const LiquidList>(std::move(list))) {}
    LiquidValue(std::shared_ptr<const LiquidValues> values) : form_(std::move(values)) {}
    LiquidValue(LiquidRange range) : form_(range) {}
    // Text that needs no escaping any more.
    static LiquidValue escaped_text(std::string text);

    [[nodiscard]] bool is_nil() const { return std::holds_alternative<std::monostate>(form_); }
    // All but nil and false.
    [[nodiscard]] bool is_true() const;
    [[nodiscard]] bool is_escaped() const;

    // Null when it is something else.
    [[nodiscard]] const bool* as_boolean() const { return std::get_if<bool>(&form_); }
    [[nodiscard]] const LiquidNumber* as_number() const { return std::get_if<LiquidNumber>(&form_); }
    [[nodiscard]] const std::string* as_text() const;
    [[nodiscard]] const LiquidList* as_list() const;
    [[nodiscard]] const LiquidValues* as_values() const;
    [[nodiscard]] const LiquidRange* as_range() const { return std::get_if<LiquidRange>(&form_); }

  private:
    struct Text {
        std::shared_ptr<const std::string> text;
        bool is_escaped = false;
    };

    std::variant<std::monostate, bool, LiquidNumber, Text, std::shared_ptr<const LiquidList>,
                 std::shared_ptr<const LiquidValues>, LiquidRange>
        form_;
};

// Values in the order in which they were added. Each name once.
class LiquidMap final : public LiquidValues {
  public:
    LiquidMap() = default;
    explicit LiquidMap(LiquidEntries entries) : entries_(std::move(entries)) {}

    [[nodiscard]] std::optional<LiquidValue> find(std::string_view name) const override;
    [[nodiscard]] const LiquidEntries* entries() const override { return &entries_; }

  private:
    LiquidEntries entries_;
};

LiquidValue liquid_map(LiquidEntries entries);

}  // namespace tradewind::domain
