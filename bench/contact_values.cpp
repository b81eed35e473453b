#include "contact_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace tradewind::bench {
namespace {

constexpr std::size_t values_count = 1024;
constexpr std::int64_t day_milliseconds = 86'400'000;

constexpr std::array<std::string_view, 8> names{"Ada",    "Grace",   "Edsger",  "Barbara",
                                                "Donald", "Frances", "Niklaus", "Radia"};
constexpr std::array<std::string_view, 8> surnames{"Lovelace", "Hopper", "Dijkstra", "Liskov",
                                                   "Knuth",    "Allen",  "Wirth",    "Perlman"};
constexpr std::array<std::string_view, 8> cities{"Sevilla", "Bilbao", "Porto", "Lyon",
                                                 "Torino",  "Gent",   "Malmö", "Cork"};
constexpr std::array<std::string_view, 3> tiers{"bronze", "silver", "gold"};
constexpr std::array<std::string_view, 4> interests{"running", "climbing", "reading", "cooking"};

// As these names are searched by: they are ASCII.
std::string search_key(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](char letter) {
        return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter;
    });
    return text;
}

ContactValues make_one(std::size_t index) {
    ContactValues values;
    values.name = names[index % names.size()];
    values.surname = surnames[index / 3 % surnames.size()];
    values.name_key = search_key(values.name + " " + values.surname);
    values.surname_key = search_key(values.surname);
    const auto day = static_cast<std::int64_t>(index % 28);
    values.birthdate = day_milliseconds * day;  // In January 1970.
    values.mobile_phone = fmt::format("+34{:09}", 600'000'000 + index * 7919);
    values.sms_status = index % 3 == 0 ? "subscribed" : "unsubscribed";
    const auto city = fmt::format(R"("{}")", cities[index / 5 % cities.size()]);
    const auto shoe_size = fmt::format("{}", 35 + index % 12);
    const auto tier = fmt::format(R"("{}")", tiers[index / 7 % tiers.size()]);
    const auto choices =
        fmt::format(R"(["{}","{}"])", interests[index % interests.size()], interests[(index + 1) % interests.size()]);
    values.custom = fmt::format(R"({{"f1":{},"f2":{},"f3":{},"f4":{}}})", city, shoe_size, tier, choices);
    values.moment = fmt::format(R"({{"e":"active","n":"none","s":"{}","p":"active","f4":{},"f3":{}}})",
                                values.sms_status, choices, tier);
    values.changes = {
        fmt::format(R"("_name":"{}")", values.name),
        fmt::format(R"("_surname":"{}")", values.surname),
        fmt::format(R"("_birthdate":"1970-01-{:02}T00:00:00.000Z")", day + 1),
        fmt::format(R"("_mobilePhone":"{}")", values.mobile_phone),
        fmt::format(R"("_smsSubscriptionStatus":"{}")", values.sms_status),
        fmt::format(R"("f1":{})", city),
        fmt::format(R"("f2":{})", shoe_size),
        fmt::format(R"("f3":{})", tier),
        fmt::format(R"("f4":{})", choices),
    };
    const auto& changes = values.changes;
    values.body_start =
        fmt::format(R"({{{},{},{},{},{},"city":{},"shoeSize":{},"tier":{},"interests":{},"_points":)", changes[0],
                    changes[1], changes[2], changes[3], changes[4], city, shoe_size, tier, choices);
    return values;
}

}  // namespace

std::vector<ContactValues> make_values() {
    std::vector<ContactValues> values;
    for (std::size_t index = 0; index < values_count; ++index) { values.push_back(make_one(index)); }
    return values;
}

std::string email_of(std::uint64_t number) {
    return fmt::format("c{}.contact@example.org", number * 2'654'435'761 % 4'294'967'296);
}

}  // namespace tradewind::bench
