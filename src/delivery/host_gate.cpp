#include "delivery/host_gate.h"

#include <algorithm>

namespace tradewind::delivery {

std::size_t HostGate::free_places(Time now) const {
    if (!is_open()) { return calls_at_once_max - std::min(on_their_way_, calls_at_once_max); }
    return is_probing_ || now < next_probe_at_ ? 0 : 1;
}

HostGate::Call HostGate::note_start() {
    ++on_their_way_;
    is_probing_ = is_open();
    return is_probing_ ? Call::Probe : Call::Usual;
}

void HostGate::note_end(Call call, Outcome outcome, Time now) {
    --on_their_way_;
    if (call == Call::Probe) { is_probing_ = false; }
    if (outcome == Outcome::SaysNothing) { return; }
    if (outcome == Outcome::Works) {
        failures_ = 0;
        return;
    }
    const bool was_open = is_open();
    ++failures_;
    // Calls that were on their way when it opened say nothing new.
    if (!is_open() || (was_open && call == Call::Usual)) { return; }
    probe_delay_ = was_open ? std::min(2 * probe_delay_, probe_delay_max) : probe_delay_first;
    next_probe_at_ = now + probe_delay_;
}

}  // namespace tradewind::delivery
