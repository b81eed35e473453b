import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { bodyOf, client } from '~/api/client';
import { nameOf } from '~/api/contacts';
import type { Filter } from '~/api/filters';
import { useFormat } from '~/text/format';
import { useLanguage } from '~/text/language';
import { useText } from '~/text/t';
import { useCount } from '~/ui/filter/useCount';
import { ErrorBox, Skeleton } from '~/ui/states';
import { useDebounced } from '~/ui/useDebounced';

const askAfterMilliseconds = 300;
const sampleSize = 5;

// What the filter means: how many, who for example, and in words.
interface Props {
  filter: Filter | undefined;
  isEmpty: boolean;
  // How many there are exactly, while the filter is that of a segment that is up to date.
  members: number | undefined;
}

export function SegmentAnswer({ filter, isEmpty, members }: Props) {
  const t = useText();
  const format = useFormat();
  const language = useLanguage();
  const text = useDebounced(filter ? JSON.stringify(filter) : '', askAfterMilliseconds);
  const count = useCount(filter);
  const sample = useQuery({
    queryKey: ['preview', text],
    queryFn: ({ signal }) =>
      bodyOf(client.POST('/admin/v1/segments/preview', { body: { filter: JSON.parse(text) }, signal })),
    enabled: text !== '',
    placeholderData: (before) => before,
  });
  const words = useQuery({
    queryKey: ['describe', language, text],
    queryFn: ({ signal }) =>
      bodyOf(client.POST('/admin/v1/filters/describe', { body: { filter: JSON.parse(text), language }, signal })),
    enabled: text !== '',
    placeholderData: (before) => before,
  });

  if (!filter) {
    return (
      <aside className="card answer">
        <p className="dim">{isEmpty ? t.segments.none : t.segments.unfinished}</p>
      </aside>
    );
  }
  const error = count.error ?? sample.error ?? words.error;
  const number = members ?? count.data?.number;
  const { low, high } = members === undefined && count.data ? count.data : {};
  return (
    <aside className="card answer" aria-live="polite">
      {error ? (
        <ErrorBox error={error} />
      ) : (
        <>
          <p>
            <span className="answer-count figures">{number === undefined ? '…' : format.number(number)}</span>
            {low !== undefined && high !== undefined && low !== high && (
              <span className="dim"> {t.segments.about(format.number(low), format.number(high))}</span>
            )}
          </p>
          {words.data && <p className="sentence">{words.data.text}.</p>}
          <h2>{t.segments.sample}</h2>
          {sample.data ? (
            sample.data.results.length ? (
              <ul className="sample">
                {sample.data.results.slice(0, sampleSize).map((contact) => (
                  <li key={contact.id}>
                    <Link href={`/contacts/${contact.id}`}>{nameOf(contact) || t.contacts.unnamed}</Link>
                    <span className="dim">{format.money(contact._totalPurchasesAmount)}</span>
                  </li>
                ))}
              </ul>
            ) : (
              <p className="dim">{t.segments.nobodyYet}</p>
            )
          ) : (
            <Skeleton lines={5} />
          )}
          <Link href={`/contacts?filter=${encodeURIComponent(JSON.stringify(filter))}`}>{t.segments.showAll}</Link>
        </>
      )}
    </aside>
  );
}
