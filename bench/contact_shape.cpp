#include "contact_shape.h"

#include <fmt/format.h>

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
constexpr std::array<std::string_view, 4> interests{"running", "climbing", "reading", "cooking"};

ContactValues make_one(std::size_t index) {
    const auto name = names[index % names.size()];
    const auto surname = surnames[index / 3 % surnames.size()];
    const auto phone = fmt::format("+34{:09}", 600'000'000 + index * 7919);
    const std::string_view email_status = index % 16 == 0 ? "paused" : "active";
    const std::string_view newsletter = index % 3 == 0 ? "subscribed" : "none";
    const auto day = static_cast<std::int64_t>(index % 28) + 1;
    const auto birthdate = day_milliseconds * (day - 1);  // In January 1970.
    const auto first_interest = interests[index % interests.size()];
    const auto second_interest = interests[(index + 1) % interests.size()];
    const auto city = cities[index / 5 % cities.size()];
    const auto shoe_size = 35 + index % 12;
    const bool member = index % 2 == 0;
    return {
        .name = std::string(name),
        .surname = std::string(surname),
        .birthdate = birthdate,
        .mobile_phone = phone,
        .email_status = std::string(email_status),
        .newsletter_status = std::string(newsletter),
        .custom_values = fmt::format(R"({{"f1":"{}","f2":{},"f3":{},"f4":["{}","{}"]}})", city, shoe_size, member,
                                     first_interest, second_interest),
        .snapshot = fmt::format(R"({{"emailStatus":"{}","newsletter":"{}","f3":{},"f4":["{}","{}"]}})", email_status,
                                newsletter, member, first_interest, second_interest),
        .body =
            fmt::format(R"({{"_name":"{}","_surname":"{}","_birthdate":"1970-01-{:02}T00:00:00Z","_mobilePhone":"{}",)"
                        R"("_emailStatus":"{}","_newsletterSubscriptionStatus":"{}","city":"{}","shoeSize":{},)"
                        R"("member":{},"interests":["{}","{}"]}})",
                        name, surname, day, phone, email_status, newsletter, city, shoe_size, member, first_interest,
                        second_interest),
    };
}

}  // namespace

std::vector<ContactValues> make_values() {
    std::vector<ContactValues> values;
    for (std::size_t index = 0; index < values_count; ++index) { values.push_back(make_one(index)); }
    return values;
}

std::string email_of(std::uint32_t number) {
    return fmt::format("{:08x}.contact@example.org", number * 2654435761U);
}

// contact_patch.lua makes the same sequence.
std::uint32_t ContactSequence::next() {
    if (++requests_ % 2 == 0) { return made_++; }
    random_ = random_ * 16'807 % 2'147'483'647;
    return static_cast<std::uint32_t>(random_ % made_);
}

}  // namespace tradewind::bench
