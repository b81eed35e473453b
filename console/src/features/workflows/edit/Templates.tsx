import { useText } from '~/text/t';
import { Select, TextArea } from '~/ui/fields';
import { withMember } from './change';
import { useForm } from './form';
import { type FieldOf, Group } from './ParameterField';

interface Props {
  label: string;
  text: string;
  wrong: string | undefined;
  onChange: (text: string | undefined) => void;
}

// A text into which values can be put.
export function TemplateField({ label, text, wrong, onChange }: Props) {
  const t = useText();
  const { paths, contactPaths } = useForm();
  return (
    <div className="stack">
      <TextArea label={label} rows={2} wrong={wrong} value={text} onChange={(next) => onChange(next || undefined)} />
      <Select
        label={t.builder.insertValue(label)}
        isLabelHidden
        value=""
        choices={[
          { id: '', label: t.builder.insert },
          ...[...paths, ...contactPaths].map(({ id, name }) => ({ id, label: name })),
        ]}
        onChange={(path) => path && onChange(`${text}{{ ${path} }}`)}
      />
    </div>
  );
}

// A text for each field of the event type that is sent. The primary key is filled by itself.
export function TemplateList({ label, value, said, wrong, onChange }: FieldOf) {
  const t = useText();
  const { filters } = useForm();
  const texts = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  const known = filters.events.find((one) => one.id === said.eventTypeId)?.fields ?? [];
  const more = Object.keys(texts)
    .filter((id) => !known.some((field) => field.id === id))
    .map((id) => ({ id, name: id }));
  if (known.length + more.length === 0) return null;
  return (
    <Group label={label} wrong={undefined}>
      <p className="dim">{t.builder.templatesHelp}</p>
      {[...known, ...more].map((field) => (
        <TemplateField
          key={field.id}
          label={field.name}
          text={typeof texts[field.id] === 'string' ? (texts[field.id] as string) : ''}
          wrong={wrong(`/${field.id}`)}
          onChange={(text) => {
            const next = withMember(texts, field.id, text);
            onChange(Object.keys(next).length ? next : undefined);
          }}
        />
      ))}
    </Group>
  );
}
