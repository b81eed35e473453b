#include "storage/database/column_table.h"

#include <gtest/gtest.h>

namespace tradewind::storage {
namespace {

enum class PetPart { Id, Rest, Never };

struct Pet {
    int id = 0;
    std::string_view name = {};
    int age = 0;
};

constexpr std::tuple pet_columns{
    Column{"id", PetPart::Id, &Pet::id},
    Column{"age", PetPart::Never, &Pet::age},
    Column{"name", PetPart::Rest, &Pet::name},
    Column{"years", PetPart::Rest, &Pet::age},
};

using NamedPet = ColumnChoice<pet_columns, PetPart::Rest, PetPart::Id>;

TEST(ColumnTable, TheColumnsOfSomePartsStandInTheOrderOfTheTable) {
    EXPECT_EQ((sql<"SELECT ", NamedPet::names(), " FROM pets">), "SELECT id, name, years FROM pets");
    EXPECT_EQ((sql<NamedPet::placeholders()>), "$1, $2, $3");
    EXPECT_EQ((sql<NamedPet::assignments()>), "name = $2, years = $3");
    EXPECT_EQ(NamedPet::place_of("years"), 2);
    Pet pet{.id = 7, .name = "Tom", .age = 3};
    NamedPet::apply([&](const auto& id, const auto& name, const auto& years) {
        EXPECT_EQ(pet.*id.member, 7);
        EXPECT_EQ(pet.*name.member, "Tom");
        EXPECT_EQ(pet.*years.member, 3);
    });
}

TEST(ColumnTable, APartThatNoColumnHasAddsNothing) {
    EXPECT_EQ((sql<ColumnChoice<pet_columns, PetPart::Id>::assignments()>), "");
}

}  // namespace
}  // namespace tradewind::storage
