#pragma once

#include "storage/files/damage_mark.h"

namespace tradewind::app {

// From now on a page of a mapped file that the disk cannot read ends the process in an orderly way: first the mark is
// set. The next start then maps nothing, and the page is refused to whoever asks for it. Once, by the main thread.
void mark_damage_at_bus_error(const storage::DamageMark& mark);

}  // namespace tradewind::app
