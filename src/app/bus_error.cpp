#include "app/bus_error.h"

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <string_view>

#include "app/exit_codes.h"

namespace tradewind::app {
namespace {

// Made beforehand: the handler may neither ask for memory nor wait for a lock.
const storage::DamageMark::Text* mark_in_waiting = nullptr;

std::atomic_flag is_being_marked;

void on_bus_error(int /*signal*/, siginfo_t* info, void* /*context*/) {
    const bool is_unreadable =
        info->si_code == BUS_ADRERR || info->si_code == BUS_OBJERR || info->si_code == BUS_MCEERR_AR;
    // Our own mistake: it happens again at once, and then ends the process as usual.
    if (!is_unreadable) {
        std::signal(SIGBUS, SIG_DFL);
        return;
    }
    // Several threads meet such a page at once: the first one ends the process for all of them, after its mark.
    while (is_being_marked.test_and_set()) { ::pause(); }
    storage::DamageMark::write(*mark_in_waiting);
    constexpr std::string_view last_words = "tradewind: a page of the database could not be read; stopping\n";
    static_cast<void>(!::write(STDERR_FILENO, last_words.data(), last_words.size()));
    ::_exit(broken_exit_code);
}

}  // namespace

void mark_damage_at_bus_error(const storage::DamageMark& mark) {
    static storage::DamageMark::Text prepared;
    prepared = mark.text("an unknown table");
    mark_in_waiting = &prepared;
    struct sigaction action {};
    action.sa_sigaction = on_bus_error;
    action.sa_flags = SA_SIGINFO;
    sigemptyset(&action.sa_mask);
    sigaction(SIGBUS, &action, nullptr);
}

}  // namespace tradewind::app
