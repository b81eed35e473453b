import { Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useText } from '~/text/t';
import { Button } from '~/ui/Button';
import { TextField } from '~/ui/fields';
import { portName, withMember } from './change';
import { FilterField } from './FilterField';
import { inside, useForm } from './form';
import { type FieldOf, Group } from './ParameterField';

interface Entry {
  port?: string;
  [name: string]: unknown;
}

interface Props extends FieldOf {
  most: number;
  least: number;
  added: (port: string) => Entry;
  entry: (one: Entry, number: number, change: (next: Entry) => void) => ReactNode;
}

// A list whose entries are ways out of the node, each with its name.
function PortList({ label, value, wrong, onChange, most, least, added, entry }: Props) {
  const t = useText();
  const entries = Array.isArray(value) ? (value as Entry[]) : [];
  const replace = (number: number, next: Entry) => onChange(entries.map((one, at) => (at === number ? next : one)));
  const free = () => {
    let number = 0;
    while (entries.some((one) => one.port === portName(number))) ++number;
    return portName(number);
  };
  return (
    <Group label={label} wrong={entries.some((_, number) => wrong(`/${number}`)) ? undefined : wrong('')}>
      <ul className="ports">
        {entries.map((one, number) => (
          <li key={number}>
            <div className="port-line">
              <TextField
                label={t.builder.port}
                maxLength={100}
                wrong={wrong(`/${number}/port`)}
                value={one.port ?? ''}
                onChange={(port) => replace(number, withMember(one, 'port', port || undefined))}
              />
              {entry(one, number, (next) => replace(number, next))}
              <Button
                small
                look="quiet"
                icon={<X aria-hidden />}
                label={t.segments.removeLine}
                disabled={entries.length <= least}
                onClick={() => onChange(entries.filter((_, at) => at !== number))}
              />
            </div>
          </li>
        ))}
      </ul>
      <Button
        small
        icon={<Plus aria-hidden />}
        disabled={entries.length >= most}
        onClick={() => onChange([...entries, added(free())])}
      >
        {t.builder.addWay}
      </Button>
    </Group>
  );
}

export function CaseList(props: FieldOf) {
  const t = useText();
  const { limits } = useForm().vocabulary;
  return (
    <PortList
      {...props}
      most={limits.cases}
      least={1}
      added={(port) => ({ port })}
      entry={(one, number, change) => (
        <FilterField
          label={t.builder.parameters.filter ?? 'filter'}
          value={one.filter}
          wrong={inside(props.wrong, `/${number}/filter`)}
          onChange={(filter) => change(withMember(one, 'filter', filter))}
        />
      )}
    />
  );
}

export function ShareList(props: FieldOf) {
  const t = useText();
  const { limits } = useForm().vocabulary;
  return (
    <PortList
      {...props}
      most={limits.shares}
      least={limits.sharesMin}
      added={(port) => ({ port, percent: 1 })}
      entry={(one, number, change) => (
        <TextField
          label={t.builder.percent}
          type="number"
          min={1}
          max={99}
          wrong={props.wrong(`/${number}/percent`)}
          value={one.percent === undefined ? '' : String(one.percent)}
          onChange={(text) => change(withMember(one, 'percent', text === '' ? undefined : Number(text)))}
        />
      )}
    />
  );
}
