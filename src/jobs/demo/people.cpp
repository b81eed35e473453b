#include "jobs/demo/people.h"

#include <fmt/format.h>

#include <array>
#include <string_view>

#include "jobs/demo/chance.h"
#include "jobs/demo/shop.h"

namespace tradewind::jobs::demo {
namespace {

// As people write it, and as it stands in an address.
struct Name {
    std::string_view written;
    std::string_view plain;
};
constexpr std::array<Name, 32> names{{
    {"Lucía", "lucia"},     {"Mateo", "mateo"},     {"Sofía", "sofia"},   {"Hugo", "hugo"},   {"Martina", "martina"},
    {"Leo", "leo"},         {"María", "maria"},     {"Daniel", "daniel"}, {"Paula", "paula"}, {"Álvaro", "alvaro"},
    {"Julia", "julia"},     {"Adrián", "adrian"},   {"Emma", "emma"},     {"Pablo", "pablo"}, {"Valeria", "valeria"},
    {"Manuel", "manuel"},   {"Daniela", "daniela"}, {"Diego", "diego"},   {"Alba", "alba"},   {"Javier", "javier"},
    {"Carla", "carla"},     {"Nicolás", "nicolas"}, {"Vega", "vega"},     {"Izan", "izan"},   {"Carmen", "carmen"},
    {"Marc", "marc"},       {"Jimena", "jimena"},   {"Bruno", "bruno"},   {"Ana", "ana"},     {"Nora", "nora"},
    {"Ignacio", "ignacio"}, {"Claudia", "claudia"},
}};
constexpr std::array<Name, 32> surnames{{
    {"García", "garcia"},       {"Fernández", "fernandez"},
    {"González", "gonzalez"},   {"Rodríguez", "rodriguez"},
    {"López", "lopez"},         {"Martínez", "martinez"},
    {"Sánchez", "sanchez"},     {"Pérez", "perez"},
    {"Gómez", "gomez"},         {"Martín", "martin"},
    {"Jiménez", "jimenez"},     {"Ruiz", "ruiz"},
    {"Hernández", "hernandez"}, {"Díaz", "diaz"},
    {"Moreno", "moreno"},       {"Muñoz", "munoz"},
    {"Álvarez", "alvarez"},     {"Romero", "romero"},
    {"Alonso", "alonso"},       {"Gutiérrez", "gutierrez"},
    {"Navarro", "navarro"},     {"Torres", "torres"},
    {"Domínguez", "dominguez"}, {"Vázquez", "vazquez"},
    {"Ramos", "ramos"},         {"Gil", "gil"},
    {"Ramírez", "ramirez"},     {"Serrano", "serrano"},
    {"Blanco", "blanco"},       {"Molina", "molina"},
    {"Ortega", "ortega"},       {"Delgado", "delgado"},
}};
constexpr std::array<std::string_view, 3> mail_hosts{"example.com", "example.net", "example.org"};
constexpr std::array<std::string_view, 10> cities{"Madrid", "Barcelona", "València", "Sevilla", "Zaragoza",
                                                  "Málaga", "Bilbao",    "Palma",    "Vigo",    "Granada"};
constexpr std::array<std::string_view, 5> interests{R"(["offers"])", R"(["offers","new"])", R"(["new"])", R"(["tips"])",
                                                    R"(["offers","new","tips"])"};
constexpr std::int64_t oldest_birth_year = 1945;
constexpr std::int64_t birth_years = 60;

struct Person {
    const Name& name;
    const Name& surname;
    std::string_view mail_host;
};

Person person_of(Chance& chance) {
    const auto& name = chance.of(names);
    const auto& surname = chance.of(surnames);
    return {.name = name, .surname = surname, .mail_host = chance.of(mail_hosts)};
}

std::string email_text(const Person& person, std::int64_t number) {
    return fmt::format("{}.{}.{}@{}", person.name.plain, person.surname.plain, number, person.mail_host);
}

}  // namespace

std::string email_of(std::uint64_t seed, std::int64_t number) {
    Chance chance(seed, static_cast<std::uint64_t>(number));
    return email_text(person_of(chance), number);
}

std::string fields_of(std::uint64_t seed, std::int64_t number) {
    Chance chance(seed, static_cast<std::uint64_t>(number));
    const auto person = person_of(chance);
    auto json = fmt::format(R"({{"_name":"{}","_surname":"{}","_newsletterSubscriptionStatus":"{}","city":"{}")",
                            person.name.written, person.surname.written, chance.percent(70) ? "subscribed" : "none",
                            chance.of(cities));
    if (chance.percent(50)) {
        json += fmt::format(R"(,"_birthdate":"{}-{:02}-{:02}T00:00:00Z")",
                            oldest_birth_year + chance.below(birth_years), 1 + chance.below(12), 1 + chance.below(28));
    }
    if (chance.percent(35)) { json += fmt::format(R"(,"_mobilePhone":"+346{:08}")", number % 100'000'000); }
    if (chance.percent(60)) { json += fmt::format(R"(,"favouriteRoom":"{}")", chance.of(favourite_rooms)); }
    if (chance.percent(40)) { json += fmt::format(R"(,"interests":{})", chance.of(interests)); }
    if (chance.percent(30)) { json += fmt::format(R"(,"householdSize":{})", 1 + chance.below(5)); }
    json += chance.percent(25) ? R"(,"hasCard":true})" : "}";
    return json;
}

}  // namespace tradewind::jobs::demo
