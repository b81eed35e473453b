import './filter.css';
import { Plus, X } from 'lucide-react';
import type { FilterVocabulary } from '~/api/fields';
import type { Test, Where } from '~/api/filters';
import { useText } from '~/text/t';
import { Button } from '../Button';
import { Select } from '../fields';
import { eventOf, whereAbout, whereKind } from './model';
import { OperationEditor } from './OperationEditor';

interface Props {
  vocabulary: FilterVocabulary;
  // Of purchases, or of events of a type.
  test: Test;
  where: Where[];
  onChange: (where: Where[]) => void;
}

// What must hold of a purchase or an event for it to count.
export function WhereList({ vocabulary, test, where, onChange }: Props) {
  const t = useText();
  const event = 'event' in test ? eventOf(vocabulary, test.event as string) : undefined;
  const properties =
    'event' in test
      ? (event?.fields ?? []).map((one) => ({ id: one.id, label: one.name }))
      : 'purchases' in test
        ? vocabulary.purchaseProperties.map((one) => ({
            id: one.name,
            label: t.segments.properties[one.name] ?? one.name,
          }))
        : [];
  const first = properties[0]?.id;
  return (
    <>
      {where.map((one, number) => {
        const name = one.item ?? one.purchase ?? one.field ?? '';
        const words = vocabulary.purchaseProperties.find((other) => other.name === name)?.words;
        const replace = (next: Where) => onChange(where.map((other, at) => (at === number ? next : other)));
        return (
          <div className="where" key={number}>
            <span className="test-words">{t.segments.where}</span>
            <Select
              label={t.segments.subject}
              isLabelHidden
              value={name}
              choices={properties}
              onChange={(id) => replace(whereAbout(vocabulary, test, id))}
            />
            <OperationEditor
              vocabulary={vocabulary}
              kind={whereKind(vocabulary, test, one) ?? 'text'}
              options={
                'event' in test
                  ? event?.fields.find((field) => field.id === name)?.options
                  : words?.map((id) => ({ id, label: id }))
              }
              operation={one}
              onChange={(operation) =>
                replace({
                  ...(one.item ? { item: one.item } : one.purchase ? { purchase: one.purchase } : { field: one.field }),
                  ...operation,
                })
              }
            />
            <Button
              look="quiet"
              small
              icon={<X aria-hidden />}
              label={t.segments.removeLine}
              onClick={() => onChange(where.filter((_, at) => at !== number))}
            />
          </div>
        );
      })}
      {first !== undefined && (
        <Button
          look="quiet"
          small
          icon={<Plus aria-hidden />}
          onClick={() => onChange([...where, whereAbout(vocabulary, test, first)])}
        >
          {t.segments.addWhere}
        </Button>
      )}
    </>
  );
}
