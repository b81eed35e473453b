#include <gtest/gtest.h>

#include "domain/messages/liquid/liquid_rows.h"

namespace tradewind::domain::template_limits_test {

using namespace liquid_rows;

std::string repeated(std::string_view text, std::size_t times) {
    std::string all;
    for (std::size_t count = 0; count < times; ++count) { all += text; }
    return all;
}

std::optional<LiquidLimit> limit_of(std::string_view source, std::string_view json = "{}",
                                    const LiquidLimits& limits = {}) {
    const auto result = rendered(source, json, ParseMode::Lax, settings(), limits);
    EXPECT_FALSE(result.ok()) << source.substr(0, 100);
    EXPECT_TRUE(result.text.empty());
    return result.ok() ? std::nullopt : result.problem->limit;
}

TEST(TemplateLimits, StopLoops) {
    EXPECT_EQ(limit_of("{% for i in (1..999999999) %}{% endfor %}"), LiquidLimit::Steps);
    EXPECT_EQ(limit_of("{% for i in (-9223372036854775807..9223372036854775807) %}{% endfor %}"), LiquidLimit::Steps);
    EXPECT_EQ(limit_of(repeated("{% for i in (1..99) %}", 90) + "x" + repeated("{% endfor %}", 90)),
              LiquidLimit::Steps);
    EXPECT_EQ(limit_of("{% tablerow i in (1..999999999) %}{% endtablerow %}"), LiquidLimit::Output);
    EXPECT_EQ(made("{% for i in (1..40000) %}{% endfor %}."), ".");
    EXPECT_EQ(made("{% for i in (1..9223372036854775807) limit: 2 %}{{ i }}{% endfor %}"), "12");
}

TEST(TemplateLimits, StopListsThatGrow) {
    EXPECT_EQ(limit_of("{{ (1..999999999) | join: ',' }}"), LiquidLimit::Steps);
    EXPECT_EQ(limit_of("{{ (1..999999999) | reverse | size }}"), LiquidLimit::Steps);
    EXPECT_EQ(limit_of("{% assign a = 'a,b' | split: ',' %}" + repeated("{% assign a = a | concat: a %}", 30)),
              LiquidLimit::Steps);
    EXPECT_EQ(made("{{ (1..9223372036854775807) | size }}"), "9223372036854775807");
}

TEST(TemplateLimits, StopTextsThatGrow) {
    EXPECT_EQ(limit_of("{% assign a = 'aaaaaaaa' %}" + repeated("{% assign a = a | append: a %}", 40)),
              LiquidLimit::Kept);
    EXPECT_EQ(limit_of("{% assign a = 'aaaaaaaa' %}" + repeated("{% capture a %}{{ a }}{{ a }}{% endcapture %}", 40)),
              LiquidLimit::Kept);
    const auto text = "{% assign a = '" + std::string(60'000, 'a') + "' %}";
    EXPECT_EQ(limit_of(text + "{{ a | replace: 'a', a }}"), LiquidLimit::Kept);
    EXPECT_EQ(limit_of(text + "{{ a | replace: '', a }}"), LiquidLimit::Kept);
    EXPECT_EQ(limit_of(text + "{{ a | slice: 0, 20000 | split: '' | join: a }}"), LiquidLimit::Kept);
    EXPECT_EQ(
        limit_of("{{ a" + repeated(" | append: a", 40) + " }}", R"({"a": ")" + std::string(60'000, 'a') + R"("})"),
        LiquidLimit::Kept);
    EXPECT_EQ(limit_of("{% for i in (1..40) %}{{ a }}{% endfor %}", R"({"a": ")" + std::string(60'000, 'a') + R"("})"),
              LiquidLimit::Output);
}

TEST(TemplateLimits, AreThoseOfTheCaller) {
    EXPECT_EQ(limit_of("12345", "{}", {.output_bytes = 4}), LiquidLimit::Output);
    EXPECT_EQ(rendered("1234", "{}", ParseMode::Strict, settings(), {.output_bytes = 4}).text, "1234");
    EXPECT_EQ(limit_of("{% assign a = '12345' %}", "{}", {.kept_bytes = 4}), LiquidLimit::Kept);
    EXPECT_EQ(limit_of("{% capture a %}12345{% endcapture %}", "{}", {.kept_bytes = 4}), LiquidLimit::Kept);
    EXPECT_EQ(limit_of("{{ 1 }}{{ 2 }}", "{}", {.steps = 1}), LiquidLimit::Steps);
    EXPECT_EQ(rendered("{{ 1 }}{{ 2 }}", "{}", ParseMode::Strict, settings(), {.steps = 2}).text, "12");
    const auto problem = rendered("a\n  {{ 1 }}{{ 2 }}", "{}", ParseMode::Strict, settings(), {.steps = 2}).problem;
    EXPECT_EQ(problem->text(), "line 2, column 10: the template takes more than 2 steps");
}

TEST(TemplateLimits, EndARenderingWhenTheTimeIsUp) {
    int questions = 0;
    const LiquidLimits limits{.is_out_of_time = [&] { return ++questions > 10; }};
    EXPECT_EQ(limit_of("{% for i in (1..99999) %}{% endfor %}", "{}", limits), LiquidLimit::Time);
    EXPECT_EQ(questions, 11);
}

TEST(TemplateLimits, BoundNesting) {
    const auto nested = [](std::size_t depth) {
        return repeated("{% if true %}", depth) + "x" + repeated("{% endif %}", depth);
    };
    EXPECT_EQ(made(nested(99)), "x");
    EXPECT_EQ(limit_of(nested(100)), LiquidLimit::Nesting);
    EXPECT_EQ(limit_of(repeated("{% if true %}", 30'000)), LiquidLimit::Nesting);
    const auto bracketed = [](std::size_t depth) {
        return "{{ " + repeated("a[", depth) + "0" + repeated("]", depth) + " }}";
    };
    EXPECT_EQ(made(bracketed(99)), "");
    EXPECT_EQ(limit_of(bracketed(101)), LiquidLimit::Nesting);
    EXPECT_EQ(limit_of(bracketed(100'000)), LiquidLimit::Nesting);
    EXPECT_EQ(limit_of("{{ a&" + repeated("[", 100'000) + repeated("]", 100'000) + " }}"), LiquidLimit::Nesting);
    EXPECT_EQ(made("{{ b&" + repeated("[", 100'000) + " }}"), "");
    EXPECT_FALSE(
        rendered("{{ " + repeated("(1..", 1'000) + "2" + repeated(")", 1'000) + " }}", "{}", ParseMode::Lax).ok());
}

// Each would take minutes if it took the square of the length.
TEST(TemplateLimits, NothingTakesTheSquareOfTheLength) {
    const auto with = [](const std::string& text) { return R"({"a": ")" + text + R"("})"; };
    EXPECT_EQ(made("{{ a | strip_html | size }}", with(repeated("<", 100'000))), "100000");
    EXPECT_EQ(made("{{ a | strip_html | size }}", with(repeated("<script", 70'000))), "490000");
    EXPECT_EQ(made("{{ a | strip_html | size }}", with(repeated("<!--", 100'000))), "400000");
    EXPECT_EQ(made("{{ a | strip_html | size }}", with(repeated("<style></style>", 30'000))), "0");
    EXPECT_EQ(made("{{ a | escape_once | size }}", with(repeated("&", 100'000))), "500000");
    const auto most = std::string(300'000, 'a');
    const auto needle = std::string(150'000, 'a') + "b";
    const auto both = R"({"a": ")" + most + R"(", "b": ")" + needle + R"("})";
    EXPECT_EQ(made("{{ a | remove: b | size }}", both), "300000");
    EXPECT_EQ(made("{{ a | remove_last: b | size }}", both), "300000");
    EXPECT_EQ(made("{{ a | split: b | size }}", both), "1");
    EXPECT_EQ(made("{% if a contains b %}yes{% else %}no{% endif %}", both), "no");
    EXPECT_EQ(made("{% comment %}" + repeated("{% raw %}{% endraw %}", 10'000) + "{% endcomment %}"), "");
    EXPECT_EQ(made("{% # a" + repeated("\n", 300'000) + " %}"), "");
    EXPECT_EQ(made("{{ & " + repeated("'", 99'999) + " }}"), "");
    EXPECT_EQ(made("{{ 1 | a: " + repeated("b: ", 100'000) + " }}"), "1");
    EXPECT_EQ(made("{% if 1 & " + repeated("a ", 100'000) + " %}1{% endif %}"), "1");
    EXPECT_EQ(made("{% raw %}" + repeated("{%", 100'000) + "{% endraw %}").size(), 200'000U);
}

// A list of references to two long texts that differ at their ends.
TEST(TemplateLimits, CountWhatComparisonsLookAt) {
    const auto json =
        R"({"a": [")" + std::string(200'000, 'a') + R"("], "b": [")" + std::string(199'999, 'a') + R"(b"]})";
    const auto grown = "{% assign c = a | concat: b %}" + repeated("{% assign c = c | concat: c %}", 2);
    EXPECT_EQ(limit_of(grown + "{% for i in (1..999) %}{% assign d = c | sort %}{% endfor %}", json,
                       {.kept_bytes = std::size_t{1} << 40}),
              LiquidLimit::Steps);
    EXPECT_EQ(limit_of("{% for i in (1..9999) %}{% if a == b %}{% endif %}{% endfor %}", json), LiquidLimit::Steps);
    EXPECT_EQ(limit_of("{% for i in (1..9999) %}{% if a contains b[0] %}{% endif %}{% endfor %}", json),
              LiquidLimit::Steps);
    EXPECT_EQ(limit_of("{% for i in (1..9999) %}{{ a[0] | size }}{% endfor %}", json,
                       {.is_out_of_time = [] { return true; }}),
              LiquidLimit::Time);
}

TEST(TemplateLimits, HoldForDatesAndCuts) {
    EXPECT_EQ(made("{{ 0 | date: '%999999999d' | size }}"), "64");
    EXPECT_EQ(made("{{ 0 | date: '%99999999999999999999999Y' | size }}"), "64");
    EXPECT_EQ(made("{{ 0 | date: '%9999999999B' | size }}"), "64");
    EXPECT_EQ(limit_of("{% assign f = '" + repeated("%64Y", 60'000) + "' %}{{ 0 | date: f }}"), LiquidLimit::Kept);
    EXPECT_EQ(made("{{ 'abc' | truncate: 9223372036854775807 }}"), "abc");
    EXPECT_EQ(made("{{ 'abc' | truncate: -9223372036854775807, '' }}"), "");
    EXPECT_EQ(made("{{ 'abc' | truncate: -9223372036854775807 }}"), "...");
    EXPECT_EQ(made("{{ 'abc' | truncatewords: 9223372036854775807 }}"), "abc");
    EXPECT_EQ(made("{{ 'abc' | slice: -9223372036854775807, 9223372036854775807 }}"), "");
    EXPECT_EQ(made("{{ 'abc' | slice: 1, 9223372036854775807 }}"), "bc");
}

}  // namespace tradewind::domain::template_limits_test
