#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

// What is written by the benchmarks of contacts: the same values and the same order for whoever writes them.
namespace tradewind::bench {

// The store has four fields of its own: `city` (text), `shoeSize` (integer), `tier` (radio) and `interests` (checkbox),
// with the numbers 1 to 4.
struct ContactValues {
    // As the columns hold them.
    std::string name;
    std::string surname;
    std::int64_t birthdate = 0;  // Milliseconds since 1970.
    std::string mobile_phone;    // Its search key is the same.
    std::string name_key;
    std::string surname_key;
    std::string sms_status;
    std::string custom;
    std::string moment;  // Of an activity.
    // Members of the JSON object of what changed, in the order of the body. Points come last, and are not among them.
    std::array<std::string, 9> changes;
    // The JSON of the request, up to the points.
    std::string body_start;
};

// Always the same ones.
std::vector<ContactValues> make_values();

// Numbers are spread over the alphabet, as the addresses of real people come in no order.
std::string email_of(std::uint64_t number);

// Every write gives its contact points that it has not had: so each of them changes something.
constexpr std::int64_t points_of_existing(std::uint64_t number) {
    return static_cast<std::int64_t>(number % 1000) + 1;
}
constexpr std::int64_t points_of_request(std::uint64_t request) {
    return static_cast<std::int64_t>(request) + 1'000'000;
}

// Which contact each request names: by turns one that exists and a new one. contact_patch.lua makes the same sequence.
class ContactSequence {
  public:
    // Numbers below `existing` are there already.
    explicit ContactSequence(std::uint64_t existing) : made_(existing) {}

    std::uint64_t next() {
        if (++requests_ % 2 == 0) { return made_++; }
        random_ = random_ * 16'807 % 2'147'483'647;
        return random_ % made_;
    }
    // How many there were.
    [[nodiscard]] std::uint64_t requests() const { return requests_; }

  private:
    std::uint64_t made_;
    std::uint64_t requests_ = 0;
    std::uint64_t random_ = 1;
};

}  // namespace tradewind::bench
