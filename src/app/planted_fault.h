#pragma once

namespace tradewind::app {

// Faults planted on purpose, which the fault tests must catch. Obeyed only by builds made with TRADEWIND_FAULTS.
enum class PlantedFault {
    None,
    AnswerBeforeCommit,
    SynchronousOff,
    KeepDeleted,
    MovePlaceApart,
    KeepTail,
    TrustBackup,
    ForgetErasures,
    SpoilTransfer,
    KeepReserve,
    SwallowErrors,
    FollowClock,
    ForgetNewestId,
    OneLine,
    SlowRecovery,
    HoardMemory,
    IgnoreScopes,
    LogRequests,
    ReadAgain,
    CutShort,
    NoteScoresFirst,
    TrustDisk,
};

}  // namespace tradewind::app
