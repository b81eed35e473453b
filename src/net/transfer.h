#pragma once

#include <cstddef>

namespace tradewind::net {

// What came of one attempt to move bytes.
struct Transfer {
    enum class End {
        Moved,         // This many. None: the other side has ended.
        AwaitsInput,   // Nothing before the socket can be read.
        AwaitsOutput,  // Nothing before the socket can be written.
        Failed,
    };
    End end = End::Failed;
    std::size_t bytes = 0;
};

}  // namespace tradewind::net
