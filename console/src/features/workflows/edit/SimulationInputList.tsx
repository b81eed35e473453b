import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { bodyOf, client } from '~/api/client';
import { useText } from '~/text/t';
import { Button } from '~/ui/Button';
import { Select, TextField } from '~/ui/fields';
import { PeriodField } from '~/ui/PeriodField';
import { withMember } from './change';
import { useForm } from './form';
import { Pick } from './ParameterField';
import { eventValue, type FieldChange, newSimulationInput, type SimulationInput } from './simulationInputs';
import { ValueField } from './ValueField';

interface Props {
  inputs: SimulationInput[];
  most: number;
  // Whether it can happen later.
  hasTimes: boolean;
  onChange: (inputs: SimulationInput[]) => void;
}

const inputs: Record<string, string> = { integer: 'number', decimal: 'number', date: 'date', email: 'email' };

// What happens to the contact, one thing after the other.
export function SimulationInputList({ inputs, most, hasTimes, onChange }: Props) {
  const t = useText();
  const { filters } = useForm();
  const events = filters.events.filter((one) => one.alias);
  const add = (choice: string) => {
    const event = events.find((one) => `event ${one.alias}` === choice);
    const what: SimulationInput['what'] = event
      ? { event: event.alias ?? event.id, fields: {} }
      : choice === 'purchase'
        ? { product: '', price: '' }
        : { field: filters.fields[0]?.id ?? '', value: undefined };
    onChange([...inputs, newSimulationInput(what)]);
  };
  return (
    <fieldset className="parameter-group">
      <legend>{t.builder.happens}</legend>
      {inputs.map((one) => (
        <OneHappening
          key={one.id}
          input={one}
          hasTimes={hasTimes}
          onChange={(next) => onChange(inputs.map((other) => (other.id === one.id ? next : other)))}
          onRemove={() => onChange(inputs.filter((other) => other.id !== one.id))}
        />
      ))}
      {inputs.length < most && (
        <Select
          label={t.builder.addInput}
          isLabelHidden
          value=""
          choices={[
            { id: '', label: t.builder.addInput },
            { id: 'purchase', label: t.workflows.kinds['on-purchase'] ?? 'purchase' },
            { id: 'field', label: t.workflows.kinds['on-field-changed'] ?? 'field' },
            ...events.map((event) => ({ id: `event ${event.alias}`, label: t.segments.event(event.name) })),
          ]}
          onChange={(choice) => choice && add(choice)}
        />
      )}
    </fieldset>
  );
}

interface OneProps {
  input: SimulationInput;
  hasTimes: boolean;
  onChange: (input: SimulationInput) => void;
  onRemove: () => void;
}

function OneHappening({ input, hasTimes, onChange, onRemove }: OneProps) {
  const t = useText();
  const { filters } = useForm();
  const { what } = input;
  const set = (next: SimulationInput['what']) => onChange({ ...input, what: next });
  const event = 'event' in what ? filters.events.find((one) => one.alias === what.event) : undefined;
  const title =
    'event' in what
      ? t.segments.event(event?.name ?? what.event)
      : (t.workflows.kinds['product' in what ? 'on-purchase' : 'on-field-changed'] ?? '');
  return (
    <section className="input" aria-label={title}>
      <header>
        <h3>{title}</h3>
        <Button small look="quiet" icon={<X aria-hidden />} label={t.segments.removeLine} onClick={onRemove} />
      </header>
      {'event' in what &&
        event?.fields.map((field) =>
          field.options || field.kind === 'boolean' ? (
            <Pick
              key={field.id}
              label={field.name}
              choices={
                field.options ?? [
                  { id: 'true', label: t.contact.yes },
                  { id: 'false', label: t.contact.no },
                ]
              }
              value={what.fields[field.id]}
              wrong={undefined}
              onChange={(id) =>
                set({ ...what, fields: withMember(what.fields, field.id, id && eventValue(field.kind, id)) })
              }
            />
          ) : field.kind === 'email' ? null : (
            <TextField
              key={field.id}
              label={field.name}
              type={inputs[field.kind] ?? 'text'}
              step="any"
              value={what.fields[field.id] === undefined ? '' : String(what.fields[field.id])}
              onChange={(text) =>
                set({
                  ...what,
                  fields: withMember(what.fields, field.id, text === '' ? undefined : eventValue(field.kind, text)),
                })
              }
            />
          ),
        )}
      {'product' in what && <PurchaseFields what={what} onChange={set} />}
      {'field' in what && <ChangeFields what={what} onChange={set} />}
      {hasTimes && (
        <PeriodField
          label={t.builder.after}
          isLabelShown
          units={['TM', 'TH', 'D', 'W']}
          value={input.after}
          onChange={(after) => onChange({ ...input, after })}
        />
      )}
    </section>
  );
}

function PurchaseFields({
  what,
  onChange,
}: {
  what: { product: string; price: string };
  onChange: (what: { product: string; price: string }) => void;
}) {
  const t = useText();
  const products = useQuery({
    queryKey: ['products', 'some'],
    queryFn: () => bodyOf(client.GET('/admin/v1/products/', { params: { query: { pageSize: 100 } } })),
    staleTime: 60_000,
  });
  const found = products.data?.results ?? [];
  return (
    <div className="two">
      <Pick
        label={t.builder.product}
        choices={found.map((one) => ({ id: one.productId, label: one.name ?? one.productId }))}
        value={what.product}
        wrong={undefined}
        onChange={(id) => {
          const price = found.find((one) => one.productId === id)?.unitPrice;
          onChange({ product: id ?? '', price: price === undefined || price === null ? what.price : String(price) });
        }}
      />
      <TextField
        label={t.home.amount}
        type="number"
        step="any"
        min={0}
        value={what.price}
        onChange={(price) => onChange({ ...what, price })}
      />
    </div>
  );
}

function ChangeFields({ what, onChange }: { what: FieldChange; onChange: (what: FieldChange) => void }) {
  const t = useText();
  const { filters } = useForm();
  const label = t.builder.parameters.to ?? 'to';
  return (
    <div className="two">
      <Pick
        label={t.builder.parameters.field ?? 'field'}
        choices={filters.fields.map(({ id, name }) => ({ id, label: name }))}
        value={what.field}
        wrong={undefined}
        onChange={(field) => onChange({ field: field ?? '', value: undefined })}
      />
      <ValueField
        parameter={{ name: 'to', type: 'value', required: false }}
        label={label}
        value={what.value}
        said={{ field: what.field }}
        wrong={() => undefined}
        onChange={(value) => onChange({ ...what, value })}
      />
    </div>
  );
}
