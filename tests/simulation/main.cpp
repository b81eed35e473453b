// Lives of a store by chance, with the real engine and the real stores, judged by what must always hold.
//
// simulation --seed N                 one life; everything that is wrong with it
// simulation --seeds N [--first N]    so many, up to the first with which something is wrong
// simulation --minutes N [--first N]  lives for so long, and how many years of a store they were

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <optional>
#include <sstream>
#include <string>

#include "base/fault.h"
#include "world.h"

namespace {

using tradewind::simulation::Fate;
using tradewind::simulation::World;

struct Lived {
    std::string problem;
    std::chrono::milliseconds age{};
};

std::string first_difference(const std::string& one_account, const std::string& other_account) {
    std::istringstream one(one_account);
    std::istringstream other(other_account);
    std::string one_line;
    std::string other_line;
    std::string contact;
    while (true) {
        const bool has_one = static_cast<bool>(std::getline(one, one_line));
        const bool has_other = static_cast<bool>(std::getline(other, other_line));
        if (!has_one && !has_other) { return ""; }
        if (!has_one) { one_line.clear(); }
        if (!has_other) { other_line.clear(); }
        if (one_line != other_line) {
            return "  another life of the same seed is another one for " + contact + ":\n    " + one_line +
                   "\n  instead of\n    " + other_line + "\n";
        }
        if (one_line.starts_with("contact")) { contact = one_line; }
    }
}

// With a second life of the same seed, where it must end alike: without kills, or, of some, just the same again.
Lived live(std::uint64_t seed) {
    World world(seed, Fate::Disturbed);
    world.live();
    Lived lived{.problem = world.problem(), .age = world.age()};
    constexpr std::uint64_t lived_again_every = 10;
    if (World::is_repeatable(seed) || seed % lived_again_every == 1) {
        World other(seed, World::is_repeatable(seed) ? Fate::Calm : Fate::Disturbed);
        other.live();
        lived.problem += first_difference(world.account(), other.account());
    }
    if (testing::UnitTest::GetInstance()->ad_hoc_test_result().Failed()) {
        lived.problem += "  something was refused, as told above\n";
    }
    return lived;
}

// Whether nothing is wrong.
bool tell(std::uint64_t seed, const Lived& lived, const std::string& program) {
    if (lived.problem.empty()) { return true; }
    std::printf("%s --seed %llu\n%s", program.c_str(), static_cast<unsigned long long>(seed), lived.problem.c_str());
    return false;
}

std::optional<std::uint64_t> number_of(const std::map<std::string, std::string>& options, const std::string& name) {
    const auto found = options.find(name);
    if (found == options.end()) { return std::nullopt; }
    return std::strtoull(found->second.c_str(), nullptr, 10);
}

int live_for(std::chrono::minutes time, std::uint64_t first, const std::string& program) {
    const auto begun = std::chrono::steady_clock::now();
    std::chrono::milliseconds age{};
    auto seed = first;
    do {
        const auto lived = live(seed);
        if (!tell(seed, lived, program)) { return 1; }
        age += lived.age;
        ++seed;
    } while (std::chrono::steady_clock::now() - begun < time);
    const std::chrono::duration<double, std::ratio<31'556'952>> years = age;
    const std::chrono::duration<double, std::ratio<60>> minutes = std::chrono::steady_clock::now() - begun;
    std::printf("%llu lives, %.1f store-years, %.1f store-years per minute\n",
                static_cast<unsigned long long>(seed - first), years.count(), years.count() / minutes.count());
    return 0;
}

}  // namespace

int main(int count, char** arguments) {
    const std::string program = arguments[0];
    std::map<std::string, std::string> options;
    for (int place = 1; place + 1 < count; place += 2) { options[arguments[place]] = arguments[place + 1]; }
    if (const char* const word = std::getenv("TRADEWIND_FAULT")) {
        const auto fault = tradewind::base::find_fault(word);
        if (!fault) {
            std::fprintf(stderr, "TRADEWIND_FAULT names no fault\n");
            return 2;
        }
        tradewind::base::plant(fault);
    }
    const auto from = number_of(options, "--first").value_or(0);
    if (const auto minutes = number_of(options, "--minutes")) {
        return live_for(std::chrono::minutes(*minutes), from, program);
    }
    const auto seed = number_of(options, "--seed");
    const auto seeds = number_of(options, "--seeds");
    if (!seed && !seeds) {
        std::fprintf(stderr, "simulation --seed N | --seeds N [--first N] | --minutes N [--first N]\n");
        return 2;
    }
    const auto first = seed.value_or(from);
    const auto last = seed ? first : first + *seeds - 1;
    for (auto each = first; each <= last; ++each) {
        if (!tell(each, live(each), program)) { return 1; }
    }
    std::printf("%llu lives, nothing wrong\n", static_cast<unsigned long long>(last - first + 1));
    return 0;
}
