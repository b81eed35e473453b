#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace tradewind::base {

enum class JsonKind : std::uint8_t { Null, Boolean, Number, String, Array, Object };

class JsonDocument;
struct JsonMember;

// A place in a JsonDocument. Cheap to copy; valid while the document lives and stays where it is.
class JsonValue {
  public:
    [[nodiscard]] JsonKind kind() const;
    [[nodiscard]] bool is_null() const { return kind() == JsonKind::Null; }

    // Each asks for the matching kind.
    [[nodiscard]] bool boolean() const;
    [[nodiscard]] std::string_view digits() const;  // A number exactly as it was sent.
    [[nodiscard]] std::string_view string() const;  // Unescaped UTF-8; may hold U+0000.

    // Elements of an array or members of an object; 0 for every other kind.
    [[nodiscard]] std::size_t size() const;

    // Stepping from one item to the next takes constant time, whatever the item holds.
    template <class Item>
    class Range;
    [[nodiscard]] Range<JsonValue> elements() const;  // Of an array.
    [[nodiscard]] Range<JsonMember> members() const;  // Of an object, in the order sent.
    // Of an object. Looks at one member after the other.
    [[nodiscard]] std::optional<JsonValue> find(std::string_view key) const;

  private:
    friend class JsonDocument;
    friend struct JsonMember;
    struct Node;

    JsonValue(const JsonDocument& document, std::uint32_t index) : document_(&document), index_(index) {}

    [[nodiscard]] const Node& node() const;
    [[nodiscard]] std::string_view text() const;
    [[nodiscard]] std::uint32_t end_index() const;

    const JsonDocument* document_;
    std::uint32_t index_;
};

struct JsonMember {
    std::string_view key;
    JsonValue value;
};

// One value, or one key of an object. What a container holds follows it; keys and values of an object alternate.
struct JsonValue::Node {
    JsonKind kind;
    std::uint32_t size;   // Of a container: its items. Of a text: its bytes. Of a boolean: 1 for true.
    std::uint32_t place;  // Of a container: the index after its last item. Of a text: where it starts.
};

// What a strict reader makes of a text. Refuses with BadRequest: anything not JSON by RFC 8259, text after the value,
// a BOM, invalid UTF-8, a lone surrogate, two equal keys in one object, nesting over 64 (the outermost is level 1), a
// number that cannot be held (over 400 characters, or with an exponent beyond +-999999999). A NUL in a string is kept:
// the field reader refuses it with its path. No text, however odd, takes longer than sorting its keys would.
class JsonDocument {
  public:
    static constexpr std::size_t depth_max = 64;
    static constexpr std::size_t number_digits_max = 400;
    static constexpr std::size_t exponent_digits_max = 9;  // Leading zeros do not count.
    static constexpr std::size_t text_bytes_max = std::size_t{1} << 30;

    static Result<JsonDocument> parse(std::string_view text);

    [[nodiscard]] JsonValue root() const { return {*this, 0}; }

  private:
    friend class JsonValue;
    class Reader;

    JsonDocument() = default;

    std::vector<JsonValue::Node> nodes_;
    std::string text_;
};

inline const JsonValue::Node& JsonValue::node() const {
    return document_->nodes_[index_];
}

inline std::string_view JsonValue::text() const {
    const auto& here = node();
    return std::string_view(document_->text_).substr(here.place, here.size);
}

inline std::uint32_t JsonValue::end_index() const {
    const auto& here = node();
    return here.kind == JsonKind::Array || here.kind == JsonKind::Object ? here.place : index_ + 1;
}

inline JsonKind JsonValue::kind() const {
    return node().kind;
}

inline bool JsonValue::boolean() const {
    assert(kind() == JsonKind::Boolean);
    return node().size != 0;
}

inline std::string_view JsonValue::digits() const {
    assert(kind() == JsonKind::Number);
    return text();
}

inline std::string_view JsonValue::string() const {
    assert(kind() == JsonKind::String);
    return text();
}

inline std::size_t JsonValue::size() const {
    return kind() == JsonKind::Array || kind() == JsonKind::Object ? node().size : 0;
}

template <class Item>
class JsonValue::Range {
  public:
    class Iterator {
      public:
        using iterator_concept = std::forward_iterator_tag;
        using iterator_category = std::input_iterator_tag;
        using value_type = Item;
        using reference = Item;
        using pointer = void;
        using difference_type = std::ptrdiff_t;

        Iterator() = default;
        Iterator(const JsonDocument& document, std::uint32_t index) : document_(&document), index_(index) {}

        Item operator*() const;
        Iterator& operator++();
        Iterator operator++(int) {
            auto before = *this;
            ++*this;
            return before;
        }
        bool operator==(const Iterator&) const = default;

      private:
        const JsonDocument* document_ = nullptr;
        std::uint32_t index_ = 0;
    };

    Range(Iterator begin, Iterator end) : begin_(begin), end_(end) {}

    [[nodiscard]] Iterator begin() const { return begin_; }
    [[nodiscard]] Iterator end() const { return end_; }

  private:
    Iterator begin_;
    Iterator end_;
};

template <>
inline JsonValue JsonValue::Range<JsonValue>::Iterator::operator*() const {
    return {*document_, index_};
}

template <>
inline JsonValue::Range<JsonValue>::Iterator& JsonValue::Range<JsonValue>::Iterator::operator++() {
    index_ = JsonValue(*document_, index_).end_index();
    return *this;
}

template <>
inline JsonMember JsonValue::Range<JsonMember>::Iterator::operator*() const {
    return {.key = JsonValue(*document_, index_).text(), .value = JsonValue(*document_, index_ + 1)};
}

template <>
inline JsonValue::Range<JsonMember>::Iterator& JsonValue::Range<JsonMember>::Iterator::operator++() {
    index_ = JsonValue(*document_, index_ + 1).end_index();
    return *this;
}

inline JsonValue::Range<JsonValue> JsonValue::elements() const {
    assert(kind() == JsonKind::Array);
    return {{*document_, index_ + 1}, {*document_, end_index()}};
}

inline JsonValue::Range<JsonMember> JsonValue::members() const {
    assert(kind() == JsonKind::Object);
    return {{*document_, index_ + 1}, {*document_, end_index()}};
}

}  // namespace tradewind::base
