#include <gtest/gtest.h>

#include "domain/messages/liquid/liquid_rows.h"

namespace tradewind::domain::template_output_test {

using namespace liquid_rows;

constexpr std::string_view shop = R"({
    "name": "Ada", "count": 3, "price": 19.99, "yes": true, "no": false, "nothing": null, "blank_text": " \t\n",
    "list": ["a", "b", "c"], "nested": [1, [2, [3]]], "map": {"a": 1, "b-c": 2, "key": "a"}, "word": "key", "at": 1,
    "with space": "found", "deep": {"list": [{"x": "y"}]}, "sized": {"size": 9, "first": 8}, "none": [], "no_keys": {}
})";

TEST(TemplateOutput, WritesTextAsItIs) {
    expect_rows(
        shop, {{"", ""}, {"plain", "plain"}, {"{ } % {a}", "{ } % {a}"}, {"ñ€\n", "ñ€\n"}, {"}}", "}}"}, {"%}", "%}"}});
}

TEST(TemplateOutput, WritesEveryKindOfValue) {
    expect_rows(shop, {
                          {"{{ name }}", "Ada"},
                          {"{{name}}", "Ada"},
                          {"{{ count }}", "3"},
                          {"{{ price }}", "19.99"},
                          {"{{ yes }} {{ no }}", "true false"},
                          {"{{ nothing }}{{ unknown }}{{ unknown.deeper }}", ""},
                          {"{{ list }}", "abc"},
                          {"{{ nested }}", "123"},
                          {"{{ map }}", R"({"a"=>1, "b-c"=>2, "key"=>"a"})"},
                          {"{{ none }}{{ no_keys }}", "{}"},
                          {"{{ (1..3) }}", "1..3"},
                          {"{{ }}", ""},
                          {"{{ empty }}{{ blank }}", ""},
                      });
}

TEST(TemplateOutput, WritesLiterals) {
    expect_rows(shop, {
                          {"{{ 'single' }} {{ \"double\" }}", "single double"},
                          {"{{ '' }}", ""},
                          {"{{ \"it's\" }}", "it's"},
                          {"{{ 12 }} {{ -3 }} {{ 1.50 }} {{ 2.0 }}", "12 -3 1.5 2.0"},
                          {"{{ true }} {{ false }} {{ nil }}{{ null }}", "true false "},
                      });
}

TEST(TemplateOutput, FollowsPaths) {
    expect_rows(shop, {
                          {"{{ map.a }} {{ map['a'] }} {{ map[\"a\"] }} {{ map . a }}", "1 1 1 1"},
                          {"{{ map.b-c }}", "2"},
                          {"{{ map[word] }} {{ map[map.key] }}", "a 1"},
                          {"{{ list[0] }} {{ list[-1] }} {{ list[at] }}", "a c b"},
                          {"{{ list[3] }}{{ list[-4] }}{{ list['a'] }}{{ list[1.0] }}", ""},
                          {"{{ deep.list[0].x }}", "y"},
                          {"{{ ['name'] }} {{ ['with space'] }} {{ [word] }}", "Ada found "},
                          {"{{ list.size }} {{ list.first }} {{ list.last }}", "3 a c"},
                          {"{{ name.size }} {{ map.size }} {{ map.first }}", "3 3 a1"},
                          {"{{ none.first }}{{ none.last }}{{ none.size }}", "0"},
                          {"{{ sized.size }} {{ sized.first }}", "9 8"},
                          {"{{ list['size'] }}{{ count.size }}{{ name.a }}", ""},
                      });
}

TEST(TemplateOutput, TrimsWhiteSpaceWhereAskedTo) {
    expect_rows(shop, {
                          {"a {{- name }} b", "aAda b"},
                          {"a {{ name -}} b", "a Adab"},
                          {"a \n{{- name -}}\t b", "aAdab"},
                          {"a {%- if yes -%} b {%- endif -%} c", "abc"},
                          {"a {{-}} b", "ab"},
                          {"{{ name -}}", "Ada"},
                          {" {{- -1 -}} ", "-1"},
                          {"a {%- comment -%} x {%- endcomment -%} b", "ab"},
                          {"a {% comment %}{% endcomment %}{%- if yes %}b{% endif %}", "a b"},
                      });
}

TEST(TemplateOutput, IsReadAsItWasMeantInLaxMode) {
    expect_lax_rows(
        shop, {
                  {"{{ name & }}", "Ada"},
                  {"{{ name other }}", "Ada"},
                  {"{{ map..a }}", "1"},
                  {"{{ list.0 }}", ""},
                  {"{{ 1.2.3 }}", "1.2"},
                  {"{{ name | }}", "Ada"},
                  {"{{ name | | upcase }}", "ADA"},
                  {"{{ name | upcase & downcase }}", "ADA"},
                  {"{{ name | append '!' }}", "! line 1, column 11: the filter \"append\" cannot take 0 arguments"},
                  {"{{ name | unknown_filter }}", "Ada"},
                  {"{{ 'open }}", ""},
                  {"{{ map.['a'] }}", "1"},
                  {"{{ 9999999999999999999 }}", "9999999999999999999"},
                  {"{{ % }}", ""},
              });
}

TEST(TemplateOutput, EscapesHtmlOnlyWhenAskedTo) {
    auto html = settings();
    html.escapes_html = true;
    const std::string_view json = R"({"name": "<b>&'\"", "list": ["<", ">"]})";
    EXPECT_EQ(made("{{ name }}", json), "<b>&'\"");
    const std::vector<Row> rows{
        {"<p>{{ name }}</p>", "<p>&lt;b&gt;&amp;&#39;&quot;</p>"},
        {"{{ name | raw }}", "<b>&'\""},
        {"{{ name | raw | append: '<' }}", "&lt;b&gt;&amp;&#39;&quot;&lt;"},
        {"{{ name | escape }}", "&lt;b&gt;&amp;&#39;&quot;"},
        {"{{ '&lt;<' | escape_once }}", "&lt;&lt;"},
        {"{{ list }}", "&lt;&gt;"},
        {"{{ '<i>' }}", "&lt;i&gt;"},
        {"{% capture x %}<i>{{ name }}</i>{% endcapture %}{{ x }}", "<i>&lt;b&gt;&amp;&#39;&quot;</i>"},
        {"{% capture x %}<i>{% endcapture %}{{ x | append: '' }}", "&lt;i&gt;"},
        {"{% capture x %}a<i>\nb{% endcapture %}{{ x | newline_to_br }}", "a<i><br />\nb"},
        {"{% assign x = name %}{% echo x %}", "&lt;b&gt;&amp;&#39;&quot;"},
        {"{% cycle name %}", "&lt;b&gt;&amp;&#39;&quot;"},
    };
    for (const auto& row : rows) { EXPECT_EQ(made(row.source, json, html), row.text) << row.source; }
}

// Counts how often it is asked.
class CountedValues final : public LiquidValues {
  public:
    [[nodiscard]] std::optional<LiquidValue> find(std::string_view name) const override {
        asked.emplace_back(name);
        return name == "contact" ? std::optional(liquid_map({{"name", "Ada"}})) : std::nullopt;
    }
    mutable std::vector<std::string> asked;
};

TEST(TemplateOutput, AsksForValuesOnlyWhenItNeedsThem) {
    std::vector<LiquidProblem> problems;
    const auto parsed = Template::parse("{% if contact %}{{ contact.name }}{% else %}{{ store }}{% endif %}",
                                        ParseMode::Strict, problems);
    const CountedValues values;
    EXPECT_EQ(render(*parsed, values, settings()).text, "Ada");
    EXPECT_EQ(values.asked, (std::vector<std::string>{"contact", "contact"}));
}

TEST(TemplateOutput, TakesDecimalsOfTheStore) {
    std::vector<LiquidProblem> problems;
    const auto parsed = Template::parse("{{ a }} {{ b }}", ParseMode::Strict, problems);
    const LiquidMap values({{"a", base::Decimal{199'900}}, {"b", base::Decimal{1'000'000}}});
    EXPECT_EQ(render(*parsed, values, settings()).text, "19.99 100");
}

TEST(TemplateOutput, TakesNumbersThatAreTooLargeAsText) {
    EXPECT_EQ(made("{{ a }} {{ a | plus: 1 }}", R"({"a": 1e300})"), "1e300 2");
}

}  // namespace tradewind::domain::template_output_test
