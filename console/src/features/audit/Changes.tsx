import type { Schemas } from '~/api/client';
import type { Filter } from '~/api/filters';
import { useText } from '~/text/t';
import { useFilterWords } from '~/ui/filter/filterWords';
import './audit.css';

type Entry = Schemas['AuditEntry'];

const charactersMax = 80;

// Each property that was changed, with what it was before and is now where that is told.
export function Changes({ entry }: { entry: Entry }) {
  if (entry.changes.length === 0) return null;
  return (
    <ul className="audit-changes">
      {entry.changes.map((field) => {
        const told = entry.values.find((one) => one.field === field);
        return (
          <li key={field}>
            <span className="dim">{field}</span>
            {told && <BeforeAndAfter {...told} />}
          </li>
        );
      })}
    </ul>
  );
}

function BeforeAndAfter({ field, before, after }: Entry['values'][number]) {
  const t = useText();
  return (
    <>
      <span className="unseen">{t.audit.before}</span>
      <del>
        <Value field={field} value={before} />
      </del>
      <span aria-hidden>→</span>
      <span className="unseen">{t.audit.after}</span>
      <ins>
        <Value field={field} value={after} />
      </ins>
    </>
  );
}

function Value({ field, value }: { field: string; value: unknown }) {
  const isFilter = field === 'filter' && value !== null;
  const sentence = useFilterWords(isFilter ? (value as Filter) : undefined);
  const words = isFilter ? (sentence ?? '…') : plainWords(value);
  return <span title={words.length > charactersMax ? words : undefined}>{cut(words)}</span>;
}

function plainWords(value: unknown): string {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return '–';
  if (Array.isArray(value)) return value.map(plainWords).join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const cut = (words: string) => (words.length > charactersMax ? `${words.slice(0, charactersMax)}…` : words);
