#include "base/digest.h"

#include <sodium.h>

namespace tradewind::base {

struct Digest::State {
    crypto_generichash_state inner;
};

Digest::Digest() : state_(std::make_unique<State>()) {
    crypto_generichash_init(&state_->inner, nullptr, 0, std::tuple_size_v<KeyedHash>);
}

Digest::~Digest() = default;

void Digest::add(std::string_view bytes) {
    crypto_generichash_update(&state_->inner, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
}

KeyedHash Digest::finish() {
    KeyedHash hash;
    crypto_generichash_final(&state_->inner, reinterpret_cast<unsigned char*>(hash.data()), hash.size());
    return hash;
}

}  // namespace tradewind::base
