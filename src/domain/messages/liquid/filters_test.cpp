#include <gtest/gtest.h>

#include "domain/messages/liquid/liquid_rows.h"

namespace tradewind::domain::filters_test {

using namespace liquid_rows;

constexpr std::string_view values = R"({
    "list": ["b", "a", "C"], "numbers": [3, 1, 2.5], "none": [], "nested": [1, [2, [3]]], "map": {"a": 1}, "no": false,
    "mixed": [1, "a", null], "nils": [null, 2, null, 1],
    "people": [{"name": "Ada", "age": 36, "in": true}, {"name": "Bob", "age": 20}, {"name": "ada", "age": null, "in": false}]
})";

TEST(TextFilters, ChangeTexts) {
    expect_rows(
        values,
        {
            {"{{ 'a' | append: 'b' }}{{ nil | append: 'b' }}{{ 'a' | append: nil }}{{ 1 | append: 2.5 }}", "abba12.5"},
            {"{{ list | append: '!' }} {{ '' | append: map }}", R"(["b", "a", "C"]! {"a"=>1})"},
            {"{{ 'a' | prepend: 'b' }}{{ nil | prepend: 'b' }}{{ '' | prepend: '' }}", "bab"},
            {"{{ 'ñANDÚ corre' | capitalize }}|{{ '' | capitalize }}|{{ nil | capitalize }}|{{ 5 | capitalize }}",
             "Ñandú corre|||5"},
            {"{{ 'ÁRBOL' | downcase }}|{{ nil | downcase }}", "árbol|"},
            {"{{ 'árbol' | upcase }}|{{ nil | upcase }}", "ÁRBOL|"},
            {"[{{ ' \t\na b ' | strip }}][{{ ' a ' | lstrip }}][{{ ' a ' | rstrip }}][{{ nil | strip }}][{{ '  ' | "
             "strip }}]",
             "[a b][a ][ a][][]"},
            {"[{{ ' a  \n b ' | squish }}][{{ nil | squish }}][{{ '' | squish }}]", "[a b][][]"},
            {"{{ 'a\r\nb\nc\rd' | strip_newlines }}", "abc\rd"},
            {"{{ 'aXbXX' | replace: 'X', '-' }}|{{ 'a' | replace: 'X', '-' }}|{{ 'aXb' | replace: 'X' }}|{{ nil | "
             "replace: 'X', 'y' }}",
             "a-b--|a|ab|"},
            {"{{ 'ñb' | replace: '', '-' }}|{{ '' | replace: '', '-' }}|{{ 'a1' | replace: 1, 2 }}", "-ñ-b-|-|a2"},
            {"{{ 'aXbX' | replace_first: 'X', '-' }}|{{ 'ab' | replace_first: '', '-' }}|{{ 'aXb' | replace_first: 'X' "
             "}}",
             "a-bX|-ab|ab"},
            {"{{ 'aXbX' | replace_last: 'X', '-' }}|{{ 'ab' | replace_last: '', '-' }}|{{ 'ab' | replace_last: 'X', "
             "'-' }}",
             "aXb-|ab-|ab"},
            {"{{ 'aXbX' | remove: 'X' }}|{{ 'aXbX' | remove_first: 'X' }}|{{ 'aXbX' | remove_last: 'X' }}|{{ 'a' | "
             "remove: nil }}",
             "ab|abX|aXb|a"},
            {"{{ 'aaaa' | replace: 'aa', 'b' }}", "bb"},
        });
    expect_refusals(values, {{"{{ 'a' | append }}", "append"},
                             {"{{ 'a' | append: 1, 2 }}", "append"},
                             {"{{ 'a' | upcase: 1 }}", "upcase"},
                             {"{{ 'a' | replace }}", "replace"},
                             {"{{ 'a' | replace_last: 'b' }}", "replace_last"},
                             {"{{ 'a' | upcase: x: 1 }}", "upcase"}});
}

TEST(TextFilters, CutTexts) {
    expect_rows(
        values,
        {
            {"{{ 'a,b,,c,,' | split: ',' | join: '-' }}", "a-b--c"},
            {"{{ ' a  b ' | split: ' ' | join: '-' }}", "a-b"},
            {"{{ 'ñb' | split: '' | join: '-' }}", "ñ-b"},
            {"{{ '' | split: ',' | size }}{{ nil | split: ',' | size }}{{ 'ab' | split: 'x' | size }}{{ ',' | split: "
             "',' | size }}",
             "0010"},
            {"{{ 'a1b' | split: 1 | join: '-' }}", "a-b"},
            {"{{ 'abcdef' | truncate: 5 }}|{{ 'abcdef' | truncate: 6 }}|{{ 'abcdef' | truncate: 2 }}",
             "ab...|abcdef|..."},
            {"{{ 'abcdef' | truncate: 3, '' }}|{{ 'ñandú' | truncate: '4', '…' }}|{{ nil | truncate: 1 }}|{{ '' | "
             "truncate: 0 }}",
             "abc|ñan…||"},
            {"{{ 'abcdef' | truncate: -1, '' }}", ""},
            {"{{ 'a b  c' | truncatewords: 2 }}|{{ 'a b' | truncatewords: 2 }}|{{ ' a  b ' | truncatewords: 5 }}",
             "a b...|a b| a  b "},
            {"{{ 'a b c' | truncatewords: 1, '' }}|{{ 'a b' | truncatewords: 0 }}|{{ nil | truncatewords: 1 }}|{{ '' | "
             "truncatewords }}",
             "a|a...||"},
            {"{{ 'ñandú' | slice: 1, 3 }}|{{ 'abc' | slice: -2, 2 }}|{{ 'abc' | slice: 1 }}|{{ 'abc' | slice: 5 }}",
             "and|bc|b|"},
            {"{{ 'abc' | slice: 3, 1 }}|{{ 'abc' | slice: 0, -1 }}|{{ 'abc' | slice: -5, 2 }}|{{ nil | slice: 0 }}|{{ "
             "'abc' | slice: '1', '2' }}",
             "||||bc"},
            {"{{ list | slice: 1, 5 | join: ',' }}|{{ list | slice: 9 | join: ',' }}|{{ none | slice: 0 | size }}",
             "a,C||0"},
        });
    expect_refusals(values, {{"{{ 'a' | split }}", "split"},
                             {"{{ 'a' | truncate: 'x' }}", "must be an integer"},
                             {"{{ 'a' | truncate: nil }}", "must be an integer"},
                             {"{{ 'a' | slice: 1.5 }}", "must be an integer"},
                             {"{{ 'a' | slice }}", "slice"},
                             {"{{ 'a b' | truncatewords: list }}", "must be an integer"}});
}

TEST(HtmlFilters, EscapeAndStrip) {
    expect_rows(values, {
                            {"{{ '<a href=\"x\">&' | escape }}|{{ nil | escape }}|{{ 5 | escape }}|{{ '<' | h }}",
                             "&lt;a href=&quot;x&quot;&gt;&amp;||5|&lt;"},
                        });
    expect_rows(
        R"({"a": "<p>1 &amp; 2 & 3 &#39; &; &#x; '</p>", "b": "<p>a<!-- > -->b<script>x</script>c<style>y</style>d<br\n/>e", "c": "a < b <", "d": "1\r\n2\n"})",
        {
            {"{{ a | escape_once }}", "&lt;p&gt;1 &amp; 2 &amp; 3 &#39; &amp;; &amp;#x; &#39;&lt;/p&gt;"},
            {"{{ b | strip_html }}|{{ c | strip_html }}|{{ nil | strip_html }}|{{ '<script>x' | strip_html }}",
             "abcde|a < b <||x"},
            {"{{ d | newline_to_br }}|{{ nil | newline_to_br }}", "1<br />\n2<br />\n|"},
            {"{{ c | raw }}|{{ nil | raw }}|{{ 1 | raw }}", "a < b <||1"},
        });
    expect_refusals(values, {{"{{ 'a' | escape: 1 }}", "escape"}, {"{{ 'a' | strip_html: 1 }}", "strip_html"}});
}

TEST(EncodingFilters, EncodeAndDecode) {
    expect_rows(values, {
                            {"{{ 'a b&ñ~_-.*' | url_encode }}|{{ nil | url_encode }}", "a+b%26%C3%B1~_-.%2A|"},
                            {"{{ 'a+b%26%C3%B1%2' | url_decode }}|{{ nil | url_decode }}|{{ '%zz' | url_decode }}",
                             "a b&ñ%2||%zz"},
                            {"{{ 'a' | base64_encode }} {{ 'ab' | base64_encode }} {{ 'abc' | base64_encode }}|{{ '' | "
                             "base64_encode }}{{ nil | base64_encode }}",
                             "YQ== YWI= YWJj|"},
                            {"{{ 'YQ==' | base64_decode }}{{ 'YWI=' | base64_decode }}{{ 'YWJj' | base64_decode }}{{ "
                             "'' | base64_decode }}",
                             "aababc"},
                            {"{{ '?o>' | base64_url_safe_encode }} {{ 'P28-' | base64_url_safe_decode }} {{ 'YQ' | "
                             "base64_url_safe_decode }}",
                             "P28- ?o> a"},
                        });
    expect_refusals(values, {{"{{ 'YQ' | base64_decode }}", "not base64"},
                             {"{{ 'Y' | base64_url_safe_decode }}", "not base64"},
                             {"{{ '====' | base64_decode }}", "not base64"},
                             {"{{ 'Pz8-' | base64_decode }}", "not base64"},
                             {"{{ '%ff' | url_decode }}", "not text in UTF-8"},
                             {"{{ 1 | base64_encode: 1 }}", "base64_encode"}});
}

TEST(NumberFilters, Calculate) {
    expect_rows(
        values,
        {
            {"{{ -3 | abs }} {{ -3.5 | abs }} {{ '-2' | abs }} {{ nil | abs }} {{ 'x' | abs }} {{ list | abs }}",
             "3 3.5 2 0 0 0"},
            {"{{ 1 | plus: 2 }} {{ 1 | plus: 2.0 }} {{ '1' | plus: '2.5' }} {{ nil | plus: nil }} {{ 0.1 | plus: 0.2 "
             "}}",
             "3 3.0 3.5 0 0.3"},
            {"{{ 1 | minus: 2 }} {{ 1.5 | minus: 0.5 }} {{ '9x' | minus: 2 }} {{ ' 9 ' | minus: 2 }}", "-1 1.0 7 7"},
            {"{{ 3 | times: 2 }} {{ 3 | times: 0.1 }} {{ nil | times: 5 }}", "6 0.3 0"},
            {"{{ 7 | divided_by: 2 }} {{ 7 | divided_by: 2.0 }} {{ -7 | divided_by: 2 }} {{ 10 | divided_by: 3.0 }}",
             "3 3.5 -4 3.3333333333333335"},
            {"{{ 7 | modulo: 4 }} {{ -7 | modulo: 4 }} {{ 5.5 | modulo: 2 }}", "3 1 1.5"},
            {"{{ 2.5 | round }} {{ 2.4 | round }} {{ 2.456 | round: 2 }} {{ 5 | round: 2 }} {{ nil | round }} {{ "
             "'1.26' | round: '1' }} {{ 155 | round: -1 }}",
             "3 2 2.46 5 0 1.3 160"},
            {"{{ 1.1 | ceil }} {{ -1.1 | ceil }} {{ 3 | ceil }} {{ '1.1' | ceil }} {{ nil | ceil }}", "2 -1 3 2 0"},
            {"{{ 1.9 | floor }} {{ -1.1 | floor }} {{ 3 | floor }} {{ 'x' | floor }}", "1 -2 3 0"},
            {"{{ 4 | at_least: 5 }} {{ 6 | at_least: 5 }} {{ 4 | at_most: 5 }} {{ 6 | at_most: 5.5 }} {{ nil | "
             "at_least: 1 }}",
             "5 6 4 5.5 1"},
        });
    expect_refusals(values, {{"{{ 1 | divided_by: 0 }}", "line 1, column 8: nothing can be divided by 0"},
                             {"{{ 1 | modulo: 0.0 }}", "divided by 0"},
                             {"{{ 1 | divided_by: nil }}", "divided by 0"},
                             {"{{ 9223372036854775807 | plus: 1 }}", "the number is too large"},
                             {"{{ 9223372036854775807 | times: 9223372036854775807 }}", "the number is too large"},
                             {"{{ 1 | plus }}", "plus"},
                             {"{{ 1 | abs: 2 }}", "abs"}});
}

TEST(ListFilters, TakeListsApart) {
    expect_rows(
        values,
        {
            {"{{ list | join }}|{{ list | join: ', ' }}|{{ nested | join: '-' }}|{{ 5 | join: '-' }}|{{ nil | join "
             "}}|{{ mixed | join: '-' }}",
             "b a C|b, a, C|1-2-3|5||1-a-"},
            {"{{ list | first }}{{ list | last }}|{{ none | first }}{{ nil | last }}{{ 5 | first }}|{{ 'ñu' | first "
             "}}{{ 'uñ' | last }}|{{ (2..4) | last }}",
             "bC||ññ|4"},
            {"{{ list | size }}{{ 'ñu' | size }}{{ map | size }}{{ nil | size }}{{ 5 | size }}{{ (1..4) | size }}",
             "321004"},
            {"{{ list | reverse | join }}|{{ none | reverse | join }}|{{ 'ab' | reverse }}|{{ (1..3) | reverse | join "
             "}}",
             "C a b||ab|3 2 1"},
            {"{{ list | concat: numbers | join }}|{{ nil | concat: list | join }}|{{ 1 | concat: none | join }}",
             "b a C 3 1 2.5|b a C|1"},
            {"{{ mixed | compact | size }}{{ nil | compact | size }}|{{ people | compact: 'age' | map: 'name' | join "
             "}}",
             "20|Ada Bob"},
            {"{{ 'a,b,a' | split: ',' | uniq | join }}|{{ people | uniq: 'in' | map: 'name' | join }}|{{ none | uniq | "
             "join }}",
             "a b|Ada Bob ada|"},
            {"{{ people | map: 'age' | join: '-' }}|{{ people | map: 'x' | join: '-' }}|{{ nil | map: 'x' | join }}|{{ "
             "map | map: 'a' | join }}",
             "36-20-|--||1"},
            {"{{ numbers | sum }} {{ people | sum: 'age' }} {{ none | sum }} {{ nested | sum }} {{ 5 | sum }}",
             "6.5 56 0 6 5"},
            {"{{ nil | default: 1 }}{{ '' | default: 2 }}{{ no | default: 3 }}{{ none | default: 4 }}{{ 0 | default: 5 "
             "}}{{ nil | default }}",
             "12340"},
            {"{{ no | default: 1, allow_false: true }}{{ nil | default: 1, allow_false: true }}", "false1"},
        });
    expect_refusals(values,
                    {{"{{ list | concat: 'x' }}", "needs a list"},
                     {"{{ list | concat: nil }}", "needs a list"},
                     {"{{ list | join: 1, 2 }}", "join"},
                     {"{{ list | map }}", "map"},
                     {"{{ numbers | map: 'x' }}", "a number has no properties"},
                     {"{{ 9223372036854775807 | append: '' | split: ' ' | concat: numbers | sum }}", "too large"}});
}

TEST(ListFilters, SearchAndSort) {
    expect_rows(values,
                {
                    {"{{ people | where: 'name', 'Bob' | map: 'age' | join }}|{{ people | where: 'in' | map: 'name' | "
                     "join }}|{{ nil | where: 'x' | size }}",
                     "20|Ada|0"},
                    {"{{ people | reject: 'name', 'Bob' | map: 'name' | join }}|{{ people | reject: 'in' | map: 'name' "
                     "| join }}",
                     "Ada ada|Bob ada"},
                    {"{{ people | has: 'name', 'Bob' }} {{ people | has: 'name', 'x' }} {{ none | has: 'x' }}",
                     "true false false"},
                    {"{{ people | find: 'name', 'Bob' | map: 'age' | join }}|{{ people | find: 'name', 'x' }}|{{ none "
                     "| find: 'x' }}",
                     "20||"},
                    {"{{ people | find_index: 'name', 'Bob' }}|{{ people | find_index: 'name', 'x' }}", "1|"},
                    {"{{ list | where: 'a' | join }}", "a"},
                    {"{{ list | sort | join }}|{{ numbers | sort | join }}|{{ nils | sort | join: '-' }}|{{ nil | sort "
                     "| join }}",
                     "C a b|1 2.5 3|1-2--|"},
                    {"{{ people | sort: 'age' | map: 'name' | join }}|{{ people | sort: 'x' | map: 'name' | join }}",
                     "Bob Ada ada|Ada Bob ada"},
                    {"{{ list | sort_natural | join }}|{{ people | sort_natural: 'name' | map: 'name' | join }}|{{ "
                     "none | sort_natural | size }}",
                     "a b C|Ada ada Bob|0"},
                    {"{{ mixed | sort_natural | join: '-' }}", "1-a-"},
                });
    expect_refusals(values, {{"{{ mixed | sort }}", "values of different kinds cannot be sorted"},
                             {"{{ list | where }}", "where"},
                             {"{{ numbers | where: 'x' }}", "a number has no properties"},
                             {"{{ list | where: 1 }}", "must be a text"},
                             {"{{ list | sort: 'a', 'b' }}", "sort"},
                             {"{{ people | find: 'a', 1, 2 }}", "find"}});
}

}  // namespace tradewind::domain::filters_test
