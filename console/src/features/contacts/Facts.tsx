import type { Contact } from '~/api/contacts';
import type { FilterField } from '~/api/fields';
import { type Format, useFormat } from '~/text/format';
import { type Texts, useText } from '~/text/t';
import { useFilterVocabulary } from '~/text/vocabulary';
import { FactList } from '~/ui/FactList';

// Shown above the page already, or of no use to people.
const shownElsewhere = new Set([
  '_name',
  '_surname',
  '_email',
  '_totalPurchases',
  '_totalPurchasesAmount',
  '_lastPurchaseDate',
  '_clv',
  '_pAlive',
]);

// Amounts of the store's money.
const moneyFields = new Set(['_totalPurchasesAmount', '_averagePurchasesAmount', '_clv']);

// A value as people read it, by the kind of its field.
export function valueWords(field: FilterField | undefined, value: unknown, format: Format, t: Texts): string {
  if (value === null || value === undefined || value === '') return '–';
  const labelOf = (id: unknown) => field?.options?.find((option) => option.id === id)?.label ?? String(id);
  if (Array.isArray(value)) return value.length ? value.map(labelOf).join(', ') : '–';
  if (typeof value === 'boolean') return value ? t.contact.yes : t.contact.no;
  if (field?.kind === 'date' && typeof value === 'string') {
    return /T00:00:00(\.000)?Z$/.test(value) ? format.day(value) : format.dateTime(value);
  }
  if (typeof value === 'number') return moneyFields.has(field?.id ?? '') ? format.money(value) : format.number(value);
  return labelOf(value);
}

export function Facts({ contact }: { contact: Contact }) {
  const t = useText();
  const format = useFormat();
  const { data: vocabulary } = useFilterVocabulary();
  const values = contact as Record<string, unknown>;
  const known = (vocabulary?.fields ?? []).filter((field) => {
    const value = values[field.id];
    // A no and a nought of the service's own fields say nothing.
    const isNought = field.id.startsWith('_') && (value === false || value === 0);
    const isEmpty =
      isNought || value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
    return !isEmpty && !shownElsewhere.has(field.id);
  });
  return (
    <section className="card">
      <header>
        <h2>{t.contact.facts}</h2>
      </header>
      <FactList facts={known.map((field) => [field.name, valueWords(field, values[field.id], format, t), field.id])} />
    </section>
  );
}
