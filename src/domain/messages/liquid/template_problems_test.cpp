#include <gtest/gtest.h>

#include "domain/messages/liquid/liquid_rows.h"

namespace tradewind::domain::template_problems_test {

using namespace liquid_rows;

std::vector<std::string> problems_of(std::string_view source, ParseMode mode) {
    std::vector<LiquidProblem> problems;
    const auto parsed = Template::parse(source, mode, problems);
    EXPECT_EQ(parsed.has_value(), problems.empty());
    std::vector<std::string> texts;
    for (const auto& problem : problems) { texts.push_back(problem.text()); }
    return texts;
}

TEST(TemplateProblems, NameTheLineAndColumnOfWhatIsNotClosed) {
    const std::vector<std::pair<std::string_view, std::string_view>> rows{
        {"a\nñ{{ name", "line 2, column 2: \"{{\" is not closed by \"}}\""},
        {"{{ name }", "line 1, column 1: \"{{\" is not closed by \"}}\""},
        {"{{ name {% if %}", "line 1, column 1: \"{{\" is not closed by \"}}\""},
        {"\n\n {% if x", "line 3, column 2: \"{%\" is not closed by \"%}\""},
        {"{% %}", "line 1, column 1: here should be the name of a tag"},
        {"{% if x %}", "line 1, column 1: the tag \"if\" is never closed"},
        {"{% if x %}{% for i in x %}{% endif %}", "line 1, column 27: the tag \"endif\" has no place in \"for\""},
        {"a{% endif %}", "line 1, column 2: the tag \"endif\" has no place here"},
        {"{% else %}", "line 1, column 1: the tag \"else\" has no place here"},
        {"{% capture x %}{% else %}{% endcapture %}",
         "line 1, column 16: the tag \"else\" has no place in \"capture\""},
        {"{% nosuchtag %}", "line 1, column 1: the tag \"nosuchtag\" is not known"},
    };
    for (const auto& [source, problem] : rows) {
        for (const auto mode : {ParseMode::Lax, ParseMode::Strict}) {
            const auto found = problems_of(source, mode);
            ASSERT_EQ(found.size(), 1U) << source;
            EXPECT_EQ(found.front(), problem) << source;
        }
    }
}

TEST(TemplateProblems, AreAllToldAtOnceInStrictMode) {
    const std::string_view source =
        "{{ a b }}\n{{ c | nosuch }}{% if d = 1 %}\n{{ e | upcase: 1 }}{% endif %}\n{{ 'x }}";
    EXPECT_EQ(problems_of(source, ParseMode::Strict), (std::vector<std::string>{
                                                          "line 1, column 6: \"b\" is not expected here",
                                                          "line 2, column 8: there is no filter \"nosuch\"",
                                                          "line 2, column 25: \"=\" is not expected here",
                                                          "line 3, column 8: the filter \"upcase\" takes no arguments",
                                                          "line 4, column 4: here should be a value",
                                                      }));
    std::string many;
    for (int count = 0; count < 30; ++count) { many += "{{ a b }}"; }
    EXPECT_EQ(problems_of(many, ParseMode::Strict).size(), Template::problems_max);
}

TEST(TemplateProblems, TellHowManyArgumentsAFilterTakes) {
    EXPECT_EQ(problems_of("{{ a | append }}", ParseMode::Strict).front(),
              "line 1, column 8: the filter \"append\" takes 1 argument");
    EXPECT_EQ(problems_of("{{ a | slice }}", ParseMode::Strict).front(),
              "line 1, column 8: the filter \"slice\" takes 1 to 2 arguments");
    EXPECT_TRUE(problems_of("{{ a | append }}", ParseMode::Lax).empty());
}

TEST(TemplateProblems, AreFoundInTextThatIsTooLongOrBroken) {
    EXPECT_EQ(problems_of(std::string(Template::source_bytes_max, 'a'), ParseMode::Strict).size(), 0U);
    EXPECT_EQ(problems_of(std::string(Template::source_bytes_max + 1, 'a'), ParseMode::Strict).front(),
              "line 1, column 1: the template is larger than 512 KiB");
    EXPECT_EQ(problems_of("a\xff", ParseMode::Lax).front(), "line 1, column 1: the template is not valid UTF-8");
}

std::vector<std::string> names_in(std::string_view source) {
    std::vector<LiquidProblem> problems;
    std::vector<std::string> texts;
    for (const auto& name : names_of(Template::parse(source, ParseMode::Lax, problems, Partials::Allowed).value())) {
        std::string text;
        for (const auto& part : name.path) { text += (text.empty() ? "" : ".") + part; }
        texts.push_back(text + " " + std::to_string(name.line) + ":" + std::to_string(name.column));
    }
    return texts;
}

TEST(TemplateNames, AreThoseThatComeFromOutside) {
    using Names = std::vector<std::string>;
    EXPECT_EQ(names_in(""), Names());
    EXPECT_EQ(names_in("{{ 'text' }}{{ 1 }}{{ true }}{{ empty }}"), Names());
    EXPECT_EQ(names_in("{{ contact.name }}\n{{ event['cart'][0].title }}"),
              (Names{"contact.name 1:4", "event.cart.0.title 2:4"}));
    EXPECT_EQ(names_in("{{ a[b.c].d }}"), (Names{"b.c 1:6", "a 1:4"}));
    EXPECT_EQ(names_in("{{ [a] }}"), (Names{"a 1:5"}));
    EXPECT_EQ(names_in("{{ 'x' | append: a | default: b, allow_false: c }}"), (Names{"a 1:18", "b 1:31", "c 1:47"}));
    EXPECT_EQ(names_in("{% if a == b or c contains 1 %}{{ d }}{% elsif e %}{% endif %}"),
              (Names{"a 1:7", "b 1:12", "c 1:17", "d 1:35", "e 1:48"}));
    EXPECT_EQ(names_in("{% case a %}{% when b, 1 %}{{ c }}{% endcase %}"), (Names{"a 1:9", "b 1:21", "c 1:31"}));
    EXPECT_EQ(names_in("{% cycle a: b, 'x' %}{% include c with d, e: f %}{% raw %}{{ g }}{% endraw %}"),
              (Names{"a 1:10", "b 1:13", "c 1:33", "d 1:40", "f 1:46"}));
}

TEST(TemplateNames, LeaveOutWhatTheTemplateNamesItself) {
    using Names = std::vector<std::string>;
    EXPECT_EQ(names_in("{{ a }}{% assign a = b.c %}{{ a }}"), (Names{"a 1:4", "b.c 1:22"}));
    EXPECT_EQ(names_in("{% capture a %}{{ b }}{% endcapture %}{{ a.size }}"), (Names{"b 1:19"}));
    EXPECT_EQ(names_in("{% increment n %}{{ n }}{% ifchanged %}{{ a }}{% endifchanged %}"), (Names{"a 1:43"}));
    EXPECT_EQ(names_in("{% for i in list limit: n %}{{ i.x }}{{ forloop.index }}{% else %}{{ a }}{% endfor %}{{ i }}"),
              (Names{"list 1:13", "n 1:25", "a 1:70", "i 1:89"}));
    EXPECT_EQ(names_in("{% tablerow i in (a..b) %}{{ tablerowloop.col }}{% endtablerow %}"),
              (Names{"a 1:19", "b 1:22"}));
}

}  // namespace tradewind::domain::template_problems_test
