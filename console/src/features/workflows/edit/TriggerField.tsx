import { useText } from '~/text/t';
import { useForm } from './form';
import { type FieldOf, Group, Pick } from './ParameterField';
import { ParameterList } from './ParameterList';

// What is waited for: a trigger, with its own parameters.
export function TriggerField({ label, value, wrong, onChange }: FieldOf) {
  const t = useText();
  const { vocabulary } = useForm();
  const said = typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  const triggers = vocabulary.kinds.filter((kind) => kind.role === 'trigger');
  const kind = triggers.find((one) => one.kind === said.kind);
  return (
    <Group label={label} wrong={value === undefined ? wrong('') : undefined}>
      <Pick
        label={t.builder.what}
        choices={triggers.map((one) => ({ id: one.kind, label: t.workflows.kinds[one.kind] ?? one.kind }))}
        value={said.kind}
        wrong={wrong('/kind')}
        onChange={(id) => onChange(id && { kind: id })}
      />
      {kind && <ParameterList parameters={kind.parameters} said={said} wrong={wrong} onChange={onChange} />}
    </Group>
  );
}
