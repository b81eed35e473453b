#include "api/password_hashing.h"

#include <sodium.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <utility>

namespace tradewind::api {
namespace {

// Nothing when there is no memory for it.
std::optional<std::string> hash_of_password(std::string_view password) {
    std::array<char, crypto_pwhash_STRBYTES> text{};
    if (crypto_pwhash_str_alg(text.data(), password.data(), password.size(), PasswordHashing::passes,
                              PasswordHashing::memory_bytes, crypto_pwhash_ALG_ARGON2ID13) != 0) {
        return std::nullopt;
    }
    return std::string(text.data());
}

}  // namespace

PasswordHashing::PasswordHashing() : thread_([this] { work(); }) {}

PasswordHashing::~PasswordHashing() {
    stop();
}

void PasswordHashing::stop() {
    {
        const std::lock_guard lock(mutex_);
        is_ending_ = true;
    }
    changed_.notify_one();
    if (thread_.joinable()) { thread_.join(); }
}

bool PasswordHashing::add(base::UniqueFunction<void()> work) {
    {
        const std::lock_guard lock(mutex_);
        if (is_ending_ || waiting_.size() >= waiting_max) { return false; }
        waiting_.push_back(std::move(work));
    }
    changed_.notify_one();
    return true;
}

bool PasswordHashing::make(base::Secret password, base::Executor& executor,
                           base::UniqueFunction<void(std::optional<std::string>)> done) {
    return add([this, password = std::move(password), &executor, done = std::move(done)]() mutable {
        count_.add();
        executor.post(
            [hash = hash_of_password(password.reveal()), done = std::move(done)]() mutable { done(std::move(hash)); });
    });
}

bool PasswordHashing::compare(base::Secret password, std::optional<std::string> hash, base::Executor& executor,
                              base::UniqueFunction<void(bool)> done) {
    return add([this, password = std::move(password), hash = std::move(hash), &executor,
                done = std::move(done)]() mutable {
        if (nobodys_hash_.empty()) {
            std::array<unsigned char, 32> unknown;
            randombytes_buf(unknown.data(), unknown.size());
            nobodys_hash_ =
                hash_of_password({reinterpret_cast<const char*>(unknown.data()), unknown.size()}).value_or("");
        }
        count_.add();
        const auto& compared = hash ? *hash : nobodys_hash_;
        const bool is_equal =
            crypto_pwhash_str_verify(compared.c_str(), password.reveal().data(), password.reveal().size()) == 0;
        executor.post([is_right = is_equal && hash.has_value(), done = std::move(done)]() mutable { done(is_right); });
    });
}

void PasswordHashing::work() {
    // Of this thread alone; who may not be niced goes on as they are.
    setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), 19);
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [this] { return is_ending_ || !waiting_.empty(); });
        if (is_ending_) { return; }
        auto next = std::move(waiting_.front());
        waiting_.pop_front();
        lock.unlock();
        next();
        lock.lock();
    }
}

}  // namespace tradewind::api
