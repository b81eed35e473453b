#include "base/json.h"

#include <algorithm>
#include <array>
#include <bit>
#include <boost/json/basic_parser_impl.hpp>
#include <functional>
#include <utility>

#include "base/text.h"

namespace tradewind::base {

// What is refused beyond the grammar that the parser knows.
enum class JsonRefusal { None, EqualKeys, LongNumber, LargeExponent };

namespace {

using ParserError = boost::json::error;
using ParserErrorCode = boost::json::error_code;
using ParserText = boost::json::string_view;

// The digits of the exponent that count; none without an exponent.
std::size_t exponent_digits(std::string_view number) {
    const auto exponent = number.find_first_of("eE");
    if (exponent == std::string_view::npos) { return 0; }
    const auto first = number.find_first_not_of("+-0", exponent + 1);
    return first == std::string_view::npos ? 0 : number.size() - first;
}

}  // namespace

// Takes the parser's events. Texts arrive in parts; they are appended to the document's one buffer, so that a text
// starts where the one before ended.
class JsonDocument::Reader {
  public:
    static constexpr auto max_array_size = static_cast<std::size_t>(-1);
    static constexpr auto max_object_size = static_cast<std::size_t>(-1);
    static constexpr auto max_string_size = static_cast<std::size_t>(-1);
    static constexpr auto max_key_size = static_cast<std::size_t>(-1);

    explicit Reader(JsonDocument& document) : document_(document) {}

    [[nodiscard]] JsonRefusal refusal() const { return refusal_; }

    bool on_document_begin(ParserErrorCode&) { return true; }
    bool on_document_end(ParserErrorCode&) { return true; }

    bool on_array_begin(ParserErrorCode&) { return open(JsonKind::Array); }
    bool on_array_end(std::size_t size, ParserErrorCode&) {
        close(size);
        return true;
    }
    bool on_object_begin(ParserErrorCode&) { return open(JsonKind::Object); }
    bool on_object_end(std::size_t size, ParserErrorCode& error) {
        return has_equal_keys(close(size)) ? refuse(JsonRefusal::EqualKeys, error) : true;
    }

    bool on_string_part(ParserText part, std::size_t, ParserErrorCode&) { return append(part); }
    bool on_string(ParserText part, std::size_t, ParserErrorCode&) { return append(part) && finish(JsonKind::String); }
    bool on_key_part(ParserText part, std::size_t, ParserErrorCode&) { return append(part); }
    bool on_key(ParserText part, std::size_t, ParserErrorCode&) { return append(part) && finish(JsonKind::String); }

    bool on_number_part(ParserText part, ParserErrorCode&) { return append(part); }
    bool on_int64(std::int64_t, ParserText part, ParserErrorCode& error) { return append(part) && number(error); }
    bool on_uint64(std::uint64_t, ParserText part, ParserErrorCode& error) { return append(part) && number(error); }
    bool on_double(double, ParserText part, ParserErrorCode& error) {
        append(part);
        const auto digits = exponent_digits(std::string_view(document_.text_).substr(text_start_));
        return digits > exponent_digits_max ? refuse(JsonRefusal::LargeExponent, error) : number(error);
    }

    bool on_bool(bool value, ParserErrorCode&) { return add(JsonKind::Boolean, value ? 1 : 0); }
    bool on_null(ParserErrorCode&) { return add(JsonKind::Null, 0); }

    bool on_comment_part(ParserText, ParserErrorCode&) { return true; }
    bool on_comment(ParserText, ParserErrorCode&) { return true; }

  private:
    bool add(JsonKind kind, std::size_t size, std::size_t place = 0) {
        document_.nodes_.push_back(
            {.kind = kind, .size = static_cast<std::uint32_t>(size), .place = static_cast<std::uint32_t>(place)});
        return true;
    }

    bool append(ParserText part) {
        document_.text_.append(part.data(), part.size());
        return true;
    }

    bool finish(JsonKind kind) {
        const auto start = std::exchange(text_start_, document_.text_.size());
        return add(kind, document_.text_.size() - start, start);
    }

    bool number(ParserErrorCode& error) {
        const auto digits = document_.text_.size() - text_start_;
        return digits > number_digits_max ? refuse(JsonRefusal::LongNumber, error) : finish(JsonKind::Number);
    }

    bool open(JsonKind kind) {
        open_[depth_++] = static_cast<std::uint32_t>(document_.nodes_.size());
        return add(kind, 0);
    }

    std::uint32_t close(std::size_t size) {
        const auto index = open_[--depth_];
        auto& container = document_.nodes_[index];
        container.size = static_cast<std::uint32_t>(size);
        container.place = static_cast<std::uint32_t>(document_.nodes_.size());
        return index;
    }

    // By a hash table of the keys seen so far. Somebody may pick keys that all fall into one place of the table; when
    // that shows, the keys are sorted instead.
    bool has_equal_keys(std::uint32_t index) {
        constexpr std::uint32_t free = 0;  // The outermost value, never a key.
        const JsonValue object(document_, index);
        if (object.size() < 2) { return false; }
        key_places_.assign(std::bit_ceil(object.size() * 2), free);
        auto steps_left = object.size() * 4 + 64;
        for (const auto member : object.members()) {
            const auto key_index = member.value.index_ - 1;
            auto place = std::hash<std::string_view>()(member.key);
            for (;; ++place) {
                auto& taken_by = key_places_[place & (key_places_.size() - 1)];
                if (taken_by == free) {
                    taken_by = key_index;
                    break;
                }
                if (JsonValue(document_, taken_by).text() == member.key) { return true; }
                if (--steps_left == 0) { return has_equal_keys_sorted(object); }
            }
        }
        return false;
    }

    static bool has_equal_keys_sorted(JsonValue object) {
        std::vector<std::string_view> keys;
        keys.reserve(object.size());
        for (const auto member : object.members()) { keys.push_back(member.key); }
        std::ranges::sort(keys);
        return std::ranges::adjacent_find(keys) != keys.end();
    }

    bool refuse(JsonRefusal refusal, ParserErrorCode& error) {
        refusal_ = refusal;
        // The parser asks for some error beside the false; ours is in refusal_.
        error = ParserError::exception;
        return false;
    }

    JsonDocument& document_;
    std::size_t text_start_ = 0;
    std::array<std::uint32_t, depth_max> open_;  // The containers around the place being read, outermost first.
    std::size_t depth_ = 0;
    std::vector<std::uint32_t> key_places_;
    JsonRefusal refusal_ = JsonRefusal::None;
};

namespace {

std::string sentence_for(JsonRefusal refusal) {
    switch (refusal) {
        case JsonRefusal::None:
            return "";
        case JsonRefusal::EqualKeys:
            return "The JSON has an object with the same key twice";
        case JsonRefusal::LongNumber:
            return "The JSON has a number of more than " + std::to_string(JsonDocument::number_digits_max) +
                   " characters";
        case JsonRefusal::LargeExponent:
            return "The JSON has a number whose exponent is too large";
    }
    return "";
}

std::string sentence_for(const ParserErrorCode& error, std::string_view text) {
    if (error == ParserError::too_deep) {
        return "The JSON is nested over " + std::to_string(JsonDocument::depth_max) + " levels";
    }
    if (error == ParserError::incomplete) { return "The JSON ends too early"; }
    if (error == ParserError::exponent_overflow) { return sentence_for(JsonRefusal::LargeExponent); }
    if (error == ParserError::illegal_leading_surrogate || error == ParserError::illegal_trailing_surrogate) {
        return "The JSON has an escaped surrogate without its partner";
    }
    if (!is_valid_utf8(text)) { return "The JSON is not valid UTF-8"; }
    return "The JSON is not well-formed";
}

Error refused(std::string sentence, std::size_t offset) {
    return bad_request(std::move(sentence) + " (at byte offset " + std::to_string(offset) + ").");
}

}  // namespace

Result<JsonDocument> JsonDocument::parse(std::string_view text) {
    if (text.size() > text_bytes_max) { return bad_request("The JSON is too large."); }
    if (text.starts_with("\xEF\xBB\xBF")) { return bad_request("The JSON starts with a byte order mark."); }
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) { return bad_request("The JSON is empty."); }

    JsonDocument document;
    // Texts never grow by being read, so that the buffer stays where it is while keys are compared.
    document.text_.reserve(text.size());
    document.nodes_.reserve(text.size() / 8 + 4);

    boost::json::parse_options options;
    options.max_depth = depth_max;
    boost::json::basic_parser<Reader> parser(options, document);
    ParserErrorCode error;
    const auto offset = parser.write_some(false, text.data(), text.size(), error);
    if (const auto refusal = parser.handler().refusal(); refusal != JsonRefusal::None) {
        return refused(sentence_for(refusal), offset);
    }
    if (error) { return refused(sentence_for(error, text), offset); }
    if (offset != text.size()) { return refused("The JSON is followed by more text", offset); }
    return document;
}

std::optional<JsonValue> JsonValue::find(std::string_view key) const {
    for (const auto member : members()) {
        if (member.key == key) { return member.value; }
    }
    return std::nullopt;
}

}  // namespace tradewind::base
