#include "storage/stores/engine/contact_sample_store.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "storage/stores/contacts/contact_store.h"
#include "storage/testing/store_test.h"

namespace tradewind::storage::contact_sample_store_test {
namespace {

class ContactSampleStore : public StoreTest {
  protected:
    void add(std::int64_t first, std::int64_t last) {
        run([&](Transaction& transaction) {
            for (auto number = first; number <= last; ++number) { add_contact_sample(transaction, id(number)); }
        });
    }
    std::vector<base::Id> samples(std::int64_t rows_max) {
        return run([&](Transaction& transaction) { return contact_samples(transaction, rows_max); });
    }
    static base::Id id(std::int64_t number) { return {(number << 22) + 912'345'678'901'234'567}; }
};

INSTANTIATE_TEST_SUITE_P(Engines, ContactSampleStore, both_engines, engine_name);

TEST_P(ContactSampleStore, EverybodyIsASampleWhileThereAreFew) {
    domain::Contact contact;
    contact.id = id(1);
    contact.email = "ada@example.org";
    run([&](Transaction& transaction) { insert_contact(transaction, contact); });
    EXPECT_EQ(samples(10), std::vector{id(1)});
    EXPECT_EQ(run(find_sampling).fraction(), 1.0);
    EXPECT_EQ(run(find_sampling).contacts(), 1);
    EXPECT_EQ(run(find_sampling).deviation(), 0);
    run([&](Transaction& transaction) { delete_contact(transaction, contact); });
    EXPECT_TRUE(samples(10).empty());
}

TEST_P(ContactSampleStore, HalfOfThemGoWhenThereAreTooManyAndTheRestAreThoseBelowTheThreshold) {
    constexpr std::int64_t contacts = contact_samples_max + 8 * contact_samples_looked_at;
    for (std::int64_t first = 1; first <= contacts; first += 500) { add(first, std::min(first + 499, contacts)); }
    const auto sampling = run(find_sampling);
    EXPECT_EQ(sampling.threshold, domain::mixed_ids / 2);
    EXPECT_LE(sampling.samples, contact_samples_max);
    std::vector<std::pair<std::int64_t, std::int64_t>> expected;
    for (std::int64_t number = 1; number <= contacts; ++number) {
        const auto mixed = sample_key(id(number));
        if (mixed < sampling.threshold) { expected.emplace_back(mixed, id(number).number); }
    }
    std::sort(expected.begin(), expected.end());
    EXPECT_EQ(sampling.samples, std::ssize(expected));
    const auto found = samples(contacts);
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t place = 0; place < found.size(); ++place) {
        EXPECT_EQ(found[place].number, expected[place].second);
    }
    EXPECT_EQ(samples(3), (std::vector(found.begin(), found.begin() + 3)));
    EXPECT_EQ(sampling.contacts(), 2 * sampling.samples);
    EXPECT_NEAR(static_cast<double>(sampling.contacts()), contacts, 4 * sampling.deviation());
    EXPECT_NEAR(sampling.deviation(), std::sqrt(contacts), 5) << "that of a coin for each of them";
}

TEST(ContactSamples, StandForContactsThatWereMadeInAnyWay) {
    constexpr std::int64_t contacts = 200'000;
    constexpr std::int64_t first_millisecond = 412'345'678'901;
    struct Way {
        const char* name;
        std::int64_t contacts_in_a_millisecond;
        std::int64_t milliseconds;
    };
    for (const auto& way : {Way{"one by one", 1, 1}, Way{"now and then", 1, 40'000}, Way{"in an import", 30, 1},
                            Way{"in an import with pauses", 9, 3}, Way{"all at once", 4'096, 1}}) {
        for (auto threshold = domain::mixed_ids; threshold > domain::mixed_ids / 64; threshold /= 2) {
            Sampling sampling{.threshold = threshold};
            for (std::int64_t number = 0; number < contacts; ++number) {
                const auto millisecond = first_millisecond + number / way.contacts_in_a_millisecond * way.milliseconds;
                const auto key = sample_key({millisecond << 22 | number % way.contacts_in_a_millisecond});
                sampling.samples += key < threshold ? 1 : 0;
            }
            EXPECT_NEAR(static_cast<double>(sampling.contacts()), contacts, 4 * sampling.deviation())
                << way.name << ", " << sampling.fraction();
        }
    }
}

TEST(ContactSamples, OfAStoreThatShrankTellOfContactsEvenWhereThereAreNone) {
    const Sampling sampling{.threshold = domain::mixed_ids / 32, .samples = 0};
    EXPECT_EQ(sampling.contacts(), 0);
    EXPECT_NEAR(sampling.deviation(), 31.5, 0.1);
}

// Slices of an import are made beside each other and committed one after the other.
TEST_P(ContactSampleStore, WhoFindsTooManyDoesNotWaitForAnotherWhoIsHalvingThem) {
    if (GetParam() == TestEngine::Sqlite) { return; }  // It has one writer.
    const auto is_looked_at = [](std::int64_t number) {
        return sample_key(id(number)) % contact_samples_looked_at == 0;
    };
    std::vector<std::int64_t> quiet;
    std::vector<std::int64_t> looking;
    for (std::int64_t number = 1; std::ssize(quiet) <= contact_samples_max || looking.size() < 2; ++number) {
        (is_looked_at(number) ? looking : quiet).push_back(number);
    }
    run([&](Transaction& transaction) {
        for (const auto number : quiet) { add_contact_sample(transaction, id(number)); }
    });
    run([&](Transaction& transaction) {
        add_contact_sample(transaction, id(looking[0]));
        EXPECT_EQ(find_sampling(transaction).threshold, domain::mixed_ids / 2);
        add(looking[1], looking[1]);
    });
    EXPECT_EQ(run(find_sampling).threshold, domain::mixed_ids / 2);
}

}  // namespace
}  // namespace tradewind::storage::contact_sample_store_test
