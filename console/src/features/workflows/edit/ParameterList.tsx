import { useState } from 'react';
import { useText } from '~/text/t';
import { Select } from '~/ui/fields';
import { type Parameter, withMember } from './change';
import type { Wrong } from './form';
import { inside } from './form';
import { ParameterField } from './ParameterField';

interface Props {
  parameters: Parameter[];
  // What they are said of.
  said: Record<string, unknown>;
  wrong: Wrong;
  onChange: (said: Record<string, unknown>, name: string) => void;
}

// A field for each parameter. Of those that stand for each other one is chosen first.
export function ParameterList({ parameters, said, wrong, onChange }: Props) {
  const t = useText();
  const [picked, setPicked] = useState<Record<string, string>>({});
  const labelOf = (name: string) => t.builder.parameters[name] ?? name;
  const field = (parameter: Parameter) => (
    <div key={parameter.name} data-parameter={parameter.name}>
      <ParameterField
        parameter={parameter}
        label={labelOf(parameter.name)}
        value={said[parameter.name]}
        said={said}
        wrong={inside(wrong, `/${parameter.name}`)}
        onChange={(value) => onChange(withMember(said, parameter.name, value), parameter.name)}
      />
    </div>
  );
  return parameters.map((parameter, number) => {
    // The day of the week goes with a time of day.
    if (parameter.type === 'weekday' && said[parameter.name] === undefined) {
      const time = parameters.find((one) => one.type === 'clockTime');
      if (time && said[time.name] === undefined) return null;
    }
    const { alternative } = parameter;
    if (!alternative) return field(parameter);
    const choices = parameters.filter((one) => one.alternative === alternative);
    if (parameters.findIndex((one) => one.alternative === alternative) !== number) return null;
    const chosen =
      choices.find((one) => said[one.name] !== undefined) ??
      choices.find((one) => one.name === picked[alternative]) ??
      choices[0];
    const pick = (name: string) => {
      setPicked({ ...picked, [alternative]: name });
      onChange(
        choices.reduce((left, one) => (one.name === name ? left : withMember(left, one.name, undefined)), said),
        name,
      );
    };
    return (
      <div key={alternative} className="stack">
        <Select
          label={t.builder.alternatives[alternative] ?? alternative}
          value={chosen?.name}
          choices={choices.map((one) => ({ id: one.name, label: labelOf(one.name) }))}
          onChange={pick}
        />
        {chosen && field(chosen)}
      </div>
    );
  });
}
