#include <gtest/gtest.h>

#include "domain/messages/liquid/liquid_rows.h"

namespace tradewind::domain::template_tags_test {

using namespace liquid_rows;

constexpr std::string_view shop = R"({
    "name": "Ada", "age": 36, "half": 0.5, "yes": true, "no": false, "blank_text": "  ", "none": [], "no_keys": {},
    "list": [1, 2, 3, 4, 5, 6], "words": ["red", "green"], "map": {"a": 1, "b": 2}, "text_number": "2"
})";

// The words "yes" or "no", by a condition.
std::string answer(std::string_view condition) {
    const auto source = "{% if " + std::string(condition) + " %}yes{% else %}no{% endif %}";
    const auto text = made(source, shop);
    EXPECT_EQ(made_strictly(source, shop), text) << condition;
    return text;
}

TEST(IfTag, KnowsWhatIsTrue) {
    for (const std::string_view condition :
         {"yes", "name", "''", "0", "none", "no_keys", "blank_text", "empty", "(1..2)"}) {
        EXPECT_EQ(answer(condition), "yes") << condition;
    }
    for (const std::string_view condition : {"no", "nil", "unknown", "unknown.deeper", "false"}) {
        EXPECT_EQ(answer(condition), "no") << condition;
    }
}

TEST(IfTag, Compares) {
    for (const std::string_view condition :
         {"name == 'Ada'",   "name != 'ada'",    "name <> 'ada'",    "age == 36",           "age == 36.0",
          "age > 35",        "age >= 36",        "age < 36.5",       "age <= 36",           "half < 1",
          "'a' < 'b'",       "unknown == nil",   "no == false",      "list == list",        "map == map",
          "none == empty",   "'' == empty",      "no_keys == empty", "blank_text == blank", "nil == blank",
          "false == blank",  "empty == ''",      "(1..3) == (1..3)", "name contains 'd'",   "words contains 'red'",
          "list contains 3", "map contains 'a'", "'12' contains 1",  "(1..3) contains 2"}) {
        EXPECT_EQ(answer(condition), "yes") << condition;
    }
    for (const std::string_view condition : {"name == 'ada'",     "age == '36'",
                                             "age != 36",         "unknown > 1",
                                             "1 < unknown",       "nil >= nil",
                                             "yes > no",          "list < 3",
                                             "nil == empty",      "blank_text == empty",
                                             "0 == blank",        "empty == empty",
                                             "1 == true",         "name contains 'x'",
                                             "name contains nil", "unknown contains 'x'",
                                             "age contains 3",    "words contains 'rED'",
                                             "map contains 1",    "list == words",
                                             "(1..3) contains 4", "map < 1",
                                             "1 > empty"}) {
        EXPECT_EQ(answer(condition), "no") << condition;
    }
}

TEST(IfTag, BindsAndAndOrToTheRight) {
    EXPECT_EQ(answer("yes or no and no"), "yes");
    EXPECT_EQ(answer("no and no or yes"), "no");
    EXPECT_EQ(answer("yes and yes and no"), "no");
    EXPECT_EQ(answer("no or no or age == 36"), "yes");
    EXPECT_EQ(answer("name == 'and' or name == 'Ada'"), "yes");
}

TEST(IfTag, RefusesWhatIsNoOperatorWhenItComesToIt) {
    expect_refusals(
        shop, {{"{% if yes endswith 'x' %}{% endif %}", "line 1, column"}, {"{% if not yes %}{% endif %}", "line 1"}});
    expect_lax_rows(shop, {{"{% if no and yes endswith 1 %}1{% else %}2{% endif %}", "2"}});
}

TEST(IfTag, RefusesToCompareANumberAndAText) {
    expect_refusals(shop,
                    {{"{% if age > '3' %}{% endif %}", "line 1, column 7: a number and a text cannot be compared"},
                     {"{% if 'a' <= 1 %}{% endif %}", "cannot be compared"}});
}

TEST(IfTag, TakesTheFirstBranchThatHolds) {
    expect_rows(shop, {
                          {"{% if no %}1{% elsif yes %}2{% elsif yes %}3{% else %}4{% endif %}", "2"},
                          {"{% if no %}1{% elsif no %}2{% else %}3{% endif %}", "3"},
                          {"{% if no %}1{% endif %}", ""},
                          {"{% if no %}1{% else %}2{% else %}3{% endif %}", "2"},
                          {"{% if yes %}{% if no %}1{% else %}2{% endif %}{% endif %}", "2"},
                          {"{% unless no %}1{% else %}2{% endunless %}", "1"},
                          {"{% unless yes %}1{% elsif yes %}2{% endunless %}", "2"},
                          {"{% unless yes %}1{% endunless %}", ""},
                      });
}

TEST(IfTag, WritesNothingWhenItHoldsOnlyWhiteSpace) {
    expect_rows(shop, {
                          {"a{% if yes %} \n {% endif %}b", "ab"},
                          {"a{% if yes %} {% assign x = 1 %} {% endif %}b", "ab"},
                          {"a{% if yes %} {{ x }} {% endif %}b", "a  b"},
                          {"a{% for i in list %}  {% endfor %}b", "ab"},
                      });
}

TEST(CaseTag, TakesWhatIsEqual) {
    expect_rows(shop, {
                          {"{% case age %}{% when 1 %}a{% when 36 %}b{% else %}c{% endcase %}", "b"},
                          {"{% case age %} ignored {% when 1, 36 %}a{% endcase %}", "a"},
                          {"{% case age %}{% when 1 or 36 %}a{% endcase %}", "a"},
                          {"{% case age %}{% when 36, 36 %}a{% endcase %}", "aa"},
                          {"{% case age %}{% when 36 %}a{% when 36 %}b{% else %}c{% endcase %}", "ab"},
                          {"{% case unknown %}{% when nil %}a{% endcase %}", "a"},
                          {"{% case none %}{% when empty %}a{% endcase %}", "a"},
                          {"{% case age %}{% when 1 %}a{% endcase %}", ""},
                          {"{% case age %}{% endcase %}", ""},
                      });
    expect_refusals(shop, {{"{% case %}{% when 1 %}{% endcase %}", "line 1, column 9"},
                           {"{% case age %}{% when %}a{% endcase %}", "line 1, column 23"},
                           {"{% case age %}{% else 1 %}{% endcase %}", "\"else\" takes no value"}});
}

TEST(ForTag, GoesThroughLists) {
    expect_rows(shop, {
                          {"{% for i in list %}{{ i }}{% endfor %}", "123456"},
                          {"{% for i in list reversed %}{{ i }}{% endfor %}", "654321"},
                          {"{% for i in list limit: 2 %}{{ i }}{% endfor %}", "12"},
                          {"{% for i in list limit: 2 offset: 3 %}{{ i }}{% endfor %}", "45"},
                          {"{% for i in list limit: text_number, offset: 1 %}{{ i }}{% endfor %}", "23"},
                          {"{% for i in list reversed limit: 2 %}{{ i }}{% endfor %}", "21"},
                          {"{% for i in list offset: 9 %}{{ i }}{% endfor %}", ""},
                          {"{% for i in list limit: 0 %}{{ i }}{% endfor %}", ""},
                          {"{% for i in list limit: -1 %}{{ i }}{% else %}none{% endfor %}", "none"},
                          {"{% for i in list offset: -2 %}{{ i }}{% endfor %}", "123456"},
                          {"{% for i in list limit: unknown offset: nil %}{{ i }}{% endfor %}", "123456"},
                          {"{% for i in (1..3) %}{{ i }}{% endfor %}", "123"},
                          {"{% for i in (3..1) %}{{ i }}{% else %}none{% endfor %}", "none"},
                          {"{% for i in (text_number..age) limit: 2 %}{{ i }}{% endfor %}", "23"},
                          {"{% for pair in map %}{{ pair[0] }}{{ pair[1] }}{% endfor %}", "a1b2"},
                          {"{% for i in 'word' %}{{ i }}{% endfor %}", "word"},
                          {"{% for i in '' %}{{ i }}{% else %}none{% endfor %}", "none"},
                          {"{% for i in unknown %}{{ i }}{% else %}none{% endfor %}", "none"},
                          {"{% for i in age %}{{ i }}{% else %}none{% endfor %}", "none"},
                          {"{% for i in none %}{{ i }}{% endfor %}", ""},
                      });
    expect_refusals(shop, {{"{% for i in list limit: 'x' %}{% endfor %}", "line 1, column 25: this must be an integer"},
                           {"{% for i in list offset: 1.5 %}{% endfor %}", "must be an integer"},
                           {"{% for i list %}{% endfor %}", "line 1, column"},
                           {"{% for %}{% endfor %}", "line 1, column"}});
    expect_lax_rows(shop, {{"{% for i in list ! limit:2 %}{{ i }}{% endfor %}", "12"}});
}

TEST(ForTag, TellsWhereItIs) {
    expect_rows(
        shop,
        {
            {"{% for w in words %}{{ forloop.index }}{{ forloop.index0 }}{{ forloop.rindex }}{{ forloop.rindex0 }} {% "
             "endfor %}",
             "1021 2110 "},
            {"{% for w in words %}{{ forloop.first }}{{ forloop.last }} {% endfor %}", "truefalse falsetrue "},
            {"{% for w in words %}{{ forloop.length }}{{ forloop.name }} {% endfor %}", "2w-words 2w-words "},
            {"{% for w in words %}{% for i in (1..2) %}{{ forloop.parentloop.index }}{% endfor %}{% endfor %}", "1122"},
            {"{% for w in words %}{% endfor %}{{ forloop.index }}{{ w }}", ""},
            {"{% assign w = 1 %}{% for w in words %}{{ w }}{% endfor %}{{ w }}", "redgreen1"},
            {"{% for w in words %}{% assign last = w %}{% endfor %}{{ last }}", "green"},
        });
}

TEST(ForTag, CanBeLeftSkippedAndContinued) {
    expect_rows(
        shop,
        {
            {"{% for i in list %}{% if i == 3 %}{% break %}{% endif %}{{ i }}{% endfor %}.", "12."},
            {"{% for i in list %}{% if i == 3 %}{% continue %}{% endif %}{{ i }}{% endfor %}.", "12456."},
            {"{% for a in words %}{% for i in list %}{% break %}{% endfor %}{{ a }}{% endfor %}", "redgreen"},
            {"a{% break %}b", "a"},
            {"{% for i in list limit: 2 %}{{ i }}{% endfor %}-{% for i in list offset: continue %}{{ i }}{% endfor %}",
             "12-3456"},
            {"{% for i in list offset: continue limit: 1 %}{{ i }}{% endfor %}{% for i in list offset: continue %}{{ i "
             "}}{% endfor %}",
             "123456"},
        });
}

TEST(AssignTag, KeepsAValue) {
    expect_rows(shop, {
                          {"{% assign x = name %}{{ x }}", "Ada"},
                          {"{% assign x = name | upcase | append: '!' %}{{ x }}", "ADA!"},
                          {"{% assign x = nil %}{{ x }}", ""},
                          {"{% assign name = nil %}{{ name }}", ""},
                          {"{% assign x = (1..3) %}{{ x | join: ',' }}", "1,2,3"},
                          {"{% if yes %}{% assign x = 1 %}{% endif %}{{ x }}", "1"},
                          {"{% assign a.b = 1 %}{{ a.b }}{{ ['a.b'] }}", "1"},
                          {"{% capture x %}<{{ name }}>{% endcapture %}{{ x }}{{ x }}", "<Ada><Ada>"},
                          {"{% capture x %}{% endcapture %}{{ x.size }}", "0"},
                      });
    expect_refusals(shop, {{"{% assign %}", "line 1, column 11"},
                           {"{% assign x %}", "assign name = value"},
                           {"{% assign = 1 %}", "assign name = value"},
                           {"{% capture %}{% endcapture %}", "needs the name of a variable"},
                           {"{% capture x %}", "the tag \"capture\" is never closed"}});
}

TEST(OtherTags, DoWhatTheirNamesSay) {
    expect_rows(
        shop, {
                  {"{% echo name | upcase %}", "ADA"},
                  {"a{% comment %} {{ name }} {% if %} {% comment %}{% endcomment %} {% endcomment %}b", "ab"},
                  {"a{% # anything {{ %}b", "ab"},
                  {"{% raw %}{{ name }} {% if %}{% endraw %}", "{{ name }} {% if %}"},
                  {"{% raw %}{% endraw %}", ""},
                  {"{% raw %} {{ {% endraw %}", " {{ "},
                  {"{% doc %} {{ name }} {% enddoc %}", ""},
                  {"{% cycle 'a', 'b' %}{% cycle 'a', 'b' %}{% cycle 'a', 'b' %}", "aba"},
                  {"{% cycle 'x': 1, 2 %}{% cycle 'y': 1, 2 %}{% cycle 'x': 1, 2 %}", "112"},
                  {"{% increment n %}{% increment n %}{{ n }}", "012"},
                  {"{% decrement n %}{% decrement n %}{{ n }}", "-1-2-2"},
                  {"{% increment age %}{{ age }}", "01"},
                  {"{% for i in (1..4) %}{% ifchanged %}{{ i | divided_by: 2 }}{% endifchanged %}{% endfor %}", "012"},
                  {"{% liquid\nassign x = name\n\nif yes\n  echo x\nendif\n# note\n%}", "Ada"},
                  {"{% liquid %}", ""},
              });
    expect_lax_rows(shop, {{"{% cycle name: 'a'  'b', 'c' %}{% cycle name: 'a', 'c' %}", "ac"},
                           {"{% cycle 'x': %}", ""},
                           {"{% cycle 'a' 'b', 'c' %}", "a"}});
    expect_refusals(shop, {{"{% cycle %}", "line 1, column 10"},
                           {"{% raw x %}{% endraw %}", "\"raw\" takes no value"},
                           {"{% raw %}", "the tag \"raw\" is never closed"},
                           {"{% comment %}{% endraw %}", "the tag \"comment\" is never closed"},
                           {"{% liquid if yes %}{% endif %}", "the tag \"if\" is never closed"},
                           {"{% # a\nb %}", "must begin with \"#\""},
                           {"{% include 'x' %}", "the tag \"include\" is not known"},
                           {"{% render 'x' %}", "the tag \"render\" is not known"}});
}

TEST(TableRowTag, WritesATable) {
    expect_rows(shop,
                {
                    {"{% tablerow i in (1..3) cols: 2 %}{{ i }}{% endtablerow %}",
                     "<tr class=\"row1\">\n<td class=\"col1\">1</td><td class=\"col2\">2</td></tr>\n"
                     "<tr class=\"row2\"><td class=\"col1\">3</td></tr>\n"},
                    {"{% tablerow i in none %}{{ i }}{% endtablerow %}", "<tr class=\"row1\">\n</tr>\n"},
                    {"{% tablerow i in unknown %}{{ i }}{% endtablerow %}", ""},
                    {"{% tablerow i in list limit: 1 offset: 2 %}{{ i }}{{ tablerowloop.col_last }}{% endtablerow %}",
                     "<tr class=\"row1\">\n<td class=\"col1\">3true</td></tr>\n"},
                });
    expect_refusals(shop, {{"{% tablerow i in list cols: list %}{% endtablerow %}", "must be an integer"},
                           {"{% tablerow %}{% endtablerow %}", "line 1, column"}});
}

TEST(Partials, AreOtherTemplatesAtThatPlace) {
    std::vector<LiquidProblem> problems;
    const auto product =
        *Template::parse("[{{ product.title }}{{ label }}{% assign seen = 1 %}]", ParseMode::Strict, problems);
    const auto itself = *Template::parse("{% include 'itself' %}", ParseMode::Strict, problems, Partials::Allowed);
    const auto broken = *Template::parse("\n{{ 1 | divided_by: 0 }}", ParseMode::Strict, problems);
    auto how = settings();
    how.find_partial = [&](std::string_view name) -> const Template* {
        if (name == "itself") { return &itself; }
        if (name == "broken") { return &broken; }
        return name == "product" || name == "parts/product" ? &product : nullptr;
    };
    const LiquidMap values({{"product", liquid_map({{"title", "Hat"}})},
                            {"all", LiquidList{liquid_map({{"title", "A"}}), liquid_map({{"title", "B"}})}}});
    const auto text_of = [&](std::string_view source) {
        const auto parsed = Template::parse(source, ParseMode::Strict, problems, Partials::Allowed);
        if (!parsed) { return "! " + problems.front().text(); }
        const auto result = render(*parsed, values, how);
        return result.ok() ? result.text : "! " + result.problem->text();
    };
    EXPECT_EQ(text_of("{% include 'product' %}{{ seen }}"), "[Hat]1");
    EXPECT_EQ(text_of("{% include 'parts/product' for all, label: '!' %}{{ label }}"), "[A!][B!]");
    EXPECT_EQ(text_of("{% render 'product' %}{{ seen }}"), "[]");
    EXPECT_EQ(text_of("{% render 'product' for all %}"), "[A][B]");
    EXPECT_EQ(text_of("{% render 'product' with all[1] as product, label: 2 %}"), "[B2]");
    EXPECT_EQ(text_of("{% render 'unknown' %}"), "! line 1, column 1: there is no template \"unknown\"");
    EXPECT_EQ(text_of("{% render name %}"), "! line 1, column 11: here should be the name of a template in quotes");
    EXPECT_EQ(text_of("{% include 'itself' %}"),
              "! line 1, column 1: there are too many blocks or templates in each other");
    EXPECT_EQ(text_of("{% include 'broken' %}"), "! line 2, column 8: nothing can be divided by 0");
}

}  // namespace tradewind::domain::template_tags_test
