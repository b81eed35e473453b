#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace tradewind::base {

// The only source of chance below app. Thread-safe.
class Random {
  public:
    virtual ~Random() = default;
    virtual void fill(std::span<std::byte> bytes) = 0;
};

// The operating system's generator, by libsodium. Call start_crypto() once before.
class SystemRandom final : public Random {
  public:
    void fill(std::span<std::byte> bytes) override;
};

// `length` characters, each uniformly one of 0-9A-Za-z.
std::string random_base62(Random& random, std::size_t length);

// A UUID of version 4, such as `1b4e28ba-2fa1-4d3b-a3f5-ef19b5a7633b`.
std::string random_uuid(Random& random);

// Prepares libsodium; called first thing in main and in tests. May be called again.
void start_crypto();

// As good as by chance, and always the same: every bit of the input moves about half of those of the output. The mixing
// of splitmix64.
constexpr std::uint64_t mixed_bits(std::uint64_t bits) {
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9U;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebU;
    return bits ^ (bits >> 31);
}

}  // namespace tradewind::base
