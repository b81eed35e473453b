#include <gtest/gtest.h>

#include "domain/messages/liquid/liquid_rows.h"

namespace tradewind::domain::filters_shop_test {

using namespace liquid_rows;

std::string date(std::string_view value, std::string_view format, const RenderSettings& how = settings()) {
    return made("{{ value | date: format }}",
                R"({"value": )" + std::string(value) + R"(, "format": ")" + std::string(format) + R"("})", how);
}

TEST(DateFilter, ReadsManyForms) {
    const std::vector<std::pair<std::string_view, std::string_view>> rows{
        {R"("2016-03-14")", "2016-03-14 00:00:00"},
        {R"("2016-03-14T10:20:30Z")", "2016-03-14 10:20:30"},
        {R"("2016-03-14T10:20:30.456+02:00")", "2016-03-14 08:20:30"},
        {R"("2016-03-14 10:20:30 -0530")", "2016-03-14 15:50:30"},
        {R"("2016-03-14 10:20")", "2016-03-14 10:20:00"},
        {R"("2016/03/14")", "2016-03-14 00:00:00"},
        {R"("2016-03")", "2016-03-01 00:00:00"},
        {R"("March 14, 2016")", "2016-03-14 00:00:00"},
        {R"("mar 14 2016 10:20 PM")", "2016-03-14 22:20:00"},
        {R"("14th of March 2016, 12:00 am")", "2016-03-14 00:00:00"},
        {R"("Mon, 14 Mar 2016 10:20:30 GMT")", "2016-03-14 10:20:30"},
        {R"("14 March")", "2026-03-14 00:00:00"},
        {R"("March 2016")", "2016-03-01 00:00:00"},
        {"1457951430", "2016-03-14 10:30:30"},
        {R"("1457951430")", "2016-03-14 10:30:30"},
        {"0", "1970-01-01 00:00:00"},
        {"-1", "1969-12-31 23:59:59"},
        {R"("now")", "2026-03-04 05:06:07"},
        {R"("Today")", "2026-03-04 05:06:07"},
    };
    for (const auto& [value, text] : rows) { EXPECT_EQ(date(value, "%F %T"), text) << value; }
}

TEST(DateFilter, LeavesWhatIsNoDate) {
    const std::vector<std::pair<std::string_view, std::string_view>> rows{
        {R"("")", ""},
        {"null", ""},
        {R"("hello")", "hello"},
        {R"("2016-13-01")", "2016-13-01"},
        {R"("2015-02-29")", "2015-02-29"},
        {R"("99:99")", "99:99"},
        {R"("2016-03-14 25:00")", "2016-03-14 25:00"},
        {R"("-1152098955")", "-1152098955"},
        {"1.5", "1.5"},
        {"true", "true"},
        {"99999999999999", "99999999999999"},
        {R"("99999999999999999999999")", "99999999999999999999999"},
        {R"(["a"])", "a"},
    };
    for (const auto& [value, text] : rows) { EXPECT_EQ(date(value, "%F"), text) << value; }
    EXPECT_EQ(date("0", ""), "0");
    EXPECT_EQ(made("{{ 0 | date: nil }}"), "0");
    expect_refusals("{}", {{"{{ 0 | date }}", "date"}, {"{{ 0 | date: 'a', 'b' }}", "date"}});
}

TEST(DateFilter, WritesEveryDirective) {
    const std::vector<std::pair<std::string_view, std::string_view>> rows{
        {"%Y %C %y %m %B %b %h %d %e %j", "2026 20 26 03 March Mar Mar 04  4 063"},
        {"%H %k %I %l %P %p %M %S %L %N %3N", "05  5 05  5 am AM 06 07 089 089000000 089"},
        {"%z %:z %::z %Z", "+0000 +00:00 +00:00:00 UTC"},
        {"%A %a %u %w %G %g %V %U %W", "Wednesday Wed 3 3 2026 26 10 09 09"},
        {"%s %n %t %%", "1772600767 \n \t %"},
        {"%c|%D|%F|%T|%R|%r|%v|%x|%X|%+",
         "Wed Mar  4 05:06:07 2026|03/04/26|2026-03-04|05:06:07|05:06|05:06:07 AM| 4-MAR-2026|03/04/26|05:06:07|Wed "
         "Mar  4 05:06:07 UTC 2026"},
        {"%-d %_d %05d %-m %^B %^a %#p %#B %10b %-H %03e", "4  4 00004 3 MARCH WED am MARCH        Mar 5 004"},
        {"%Q %", "%Q %"},
        {"%5", "%5"},
        {"%ñ!", "%ñ!"},
        {"no directive", "no directive"},
    };
    for (const auto& [format, text] : rows) { EXPECT_EQ(date(R"("now")", format), text) << format; }
    EXPECT_EQ(date(R"("2023-01-01")", "%G-%V %U %W %u"), "2022-52 01 00 7");
    EXPECT_EQ(date(R"("2024-12-30")", "%G-%V %j"), "2025-01 365");
    EXPECT_EQ(date(R"("2024-06-01 12:30")", "%I:%M %p"), "12:30 PM");
    EXPECT_EQ(date("-1", "%s %L"), "-1 000");
}

TEST(DateFilter, IsOfTheStoresZoneAndLanguage) {
    const auto madrid = settings("Europe/Madrid", "es");
    EXPECT_EQ(date(R"("2026-07-01T22:30:00Z")", "%A %-d de %B de %Y, %H:%M %z", madrid),
              "jueves 2 de julio de 2026, 00:30 +0200");
    EXPECT_EQ(date(R"("2026-07-01")", "%a %b %p %Z", madrid), "mié jul a. m. +02:00");
    EXPECT_EQ(date(R"("2026-07-01")", "%s", madrid), "1782856800");
    EXPECT_EQ(date(R"("sábado")", "%s", madrid), "sábado");
    EXPECT_EQ(date("0", "%^A", settings("UTC", "es-MX")), "JUEVES");
    EXPECT_EQ(date("0", "%A", settings("America/New_York", "fr")), "Wednesday");
}

std::string money(std::string_view value, std::string_view currency, std::string_view language) {
    auto how = settings("UTC", language);
    how.currency = currency;
    return made("{{ value | money }}", R"({"value": )" + std::string(value) + "}", how);
}

TEST(MoneyFilter, WritesAmountsOfTheStore) {
    EXPECT_EQ(money("19.99", "EUR", "en"), "€19.99");
    EXPECT_EQ(money("19.99", "EUR", "es"), "19,99\u00a0€");
    EXPECT_EQ(money("1234.5", "EUR", "en"), "€1,234.50");
    EXPECT_EQ(money("1234.5", "EUR", "es"), "1234,50\u00a0€");
    EXPECT_EQ(money("1234567.891", "EUR", "es"), "1.234.567,89\u00a0€");
    EXPECT_EQ(money("1234567.895", "USD", "en-US"), "$1,234,567.90");
    EXPECT_EQ(money("1234.5", "MXN", "es-MX"), "$1,234.50");
    EXPECT_EQ(money("1234.5", "JPY", "en"), "¥1,235");
    EXPECT_EQ(money("1.2345", "KWD", "en"), "KWD\u00a01.235");
    EXPECT_EQ(money("0", "EUR", "en"), "€0.00");
    EXPECT_EQ(money("-0.05", "EUR", "en"), "-€0.05");
    EXPECT_EQ(money("-1", "EUR", "es"), "-1,00\u00a0€");
    EXPECT_EQ(money("\"5.5\"", "EUR", "en"), "€5.50");
    EXPECT_EQ(money("\"x\"", "EUR", "en"), "€0.00");
    EXPECT_EQ(money("null", "EUR", "en"), "");
    EXPECT_EQ(made("{{ 5 | money: 'GBP' }} {{ 5 | money: '' }}"), "£5.00 \u00a05.00");
    expect_refusals("{}", {{"{{ 9223372036854775807 | money }}", "the amount is too large"},
                           {"{{ 1 | money: 'EUR', 2 }}", "money"}});
}

}  // namespace tradewind::domain::filters_shop_test
