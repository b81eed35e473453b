import type { Filter } from '~/api/filters';
import type { ReadSegment } from '~/api/segments';
import { useFormat } from '~/text/format';
import { useText } from '~/text/t';
import { Button } from '~/ui/Button';
import { Dialog, DialogFoot } from '~/ui/Dialog';
import { useFilterWords } from '~/ui/filter/filterWords';
import { filterOfSegment } from './useEditing';

interface Props {
  mine: { name: string; filter: Filter | undefined };
  theirs: ReadSegment;
  onMine: () => void;
  onTheirs: () => void;
}

// Two people changed the same segment: both, and which of them stays.
export function ConflictDialog({ mine, theirs, onMine, onTheirs }: Props) {
  const t = useText();
  const format = useFormat();
  return (
    <Dialog title={t.segments.conflictTitle} onClose={() => undefined} mustAnswer isWide>
      <p>{t.segments.conflictLead}</p>
      <div className="segment-versions">
        <Version title={t.segments.mine} name={mine.name} filter={mine.filter} />
        <Version
          title={t.segments.theirs(format.time(theirs.updatedAt))}
          name={theirs.name}
          filter={filterOfSegment(theirs)}
        />
      </div>
      <DialogFoot>
        <Button onClick={onTheirs}>{t.segments.takeTheirs}</Button>
        <Button look="main" onClick={onMine} data-first>
          {t.segments.keepMine}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

function Version({ title, name, filter }: { title: string; name: string; filter: Filter | undefined }) {
  const words = useFilterWords(filter);
  return (
    <section aria-label={title} className="card">
      <header>
        <h3>{title}</h3>
      </header>
      <p className="segment-version">
        <strong>{name}</strong>
        {words}
      </p>
    </section>
  );
}
