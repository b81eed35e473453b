import type { Import } from '~/api/imports';
import { useFormat } from '~/text/format';
import { useText } from '~/text/t';
import { Badge } from '~/ui/Badge';

export const shareOf = (one: Import) => (one.total ? (one.success + one.errors) / one.total : 0);

export function ImportState({ of }: { of: Import }) {
  const t = useText();
  const format = useFormat();
  switch (of.status) {
    case 'queued':
      return <Badge tone="accent">{t.imports.states.queued}</Badge>;
    case 'inProgress':
      return <Badge tone="accent">{t.imports.states.inProgress(format.percent(shareOf(of)))}</Badge>;
    case 'finished':
      return of.errors ? (
        <Badge tone="warning">{t.imports.states.withRefused}</Badge>
      ) : (
        <Badge tone="good">{t.imports.states.finished}</Badge>
      );
    case 'error':
      return <Badge tone="bad">{t.imports.states.error}</Badge>;
    case 'cancelled':
      return <Badge>{t.imports.states.cancelled}</Badge>;
  }
}
