import type { Segment } from '~/api/needs';
import { useFormat } from '~/text/format';
import { useText } from '~/text/t';
import { Badge } from '~/ui/Badge';

export function SegmentState({ segment }: { segment: Segment }) {
  const t = useText();
  const format = useFormat();
  if (segment.kind === 'static') return <Badge>{t.segments.states.byHand}</Badge>;
  const build = segment.build;
  switch (build?.state) {
    case 'building':
      return (
        <Badge tone="accent">
          {t.segments.states.building(format.percent(build.total ? build.progress / build.total : 0))}
        </Badge>
      );
    case 'failed':
      return <Badge tone="bad">{t.segments.states.failed}</Badge>;
    case 'queued':
      return <Badge tone="accent">{t.segments.states.queued}</Badge>;
    default:
      return (segment.incidents ?? []).length ? (
        <Badge tone="warning">{segment.incidents?.[0]?.message}</Badge>
      ) : (
        <Badge tone="good">{t.segments.states.ready}</Badge>
      );
  }
}
