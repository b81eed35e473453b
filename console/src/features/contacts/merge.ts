import type { Activity } from '~/api/contacts';
import type { RunStep, RunWithSteps } from '~/api/workflows';

export type TimelineEntry =
  | { at: string; id: string; kind: 'activity'; activity: Activity }
  | { at: string; id: string; kind: 'step'; step: RunStep; run: RunWithSteps };

// Activities and steps in one order, newest first. Of steps only those of the time that was loaded, so that nothing
// appears before what belongs between has come.
export function mergeTimeline(activities: Activity[], runs: RunWithSteps[], hasMore: boolean): TimelineEntry[] {
  const oldest = hasMore ? activities.at(-1)?.at : undefined;
  const entries: TimelineEntry[] = activities.map((activity) => ({
    at: activity.at,
    id: activity.id,
    kind: 'activity',
    activity,
  }));
  for (const run of runs) {
    for (const step of run.steps) {
      if (oldest && step.at < oldest) continue;
      entries.push({ at: step.at, id: `${run.id} ${step.number}`, kind: 'step', step, run });
    }
  }
  // Steps of one moment stay in their order, the last on top.
  return entries.sort((one, other) => {
    if (one.at !== other.at) return one.at < other.at ? 1 : -1;
    if (one.kind === 'step' && other.kind === 'step' && one.run.id === other.run.id)
      return other.step.number - one.step.number;
    return 0;
  });
}
