import type { FilterVocabulary } from '~/api/fields';
import type { Operation } from '~/api/filters';
import { useText } from '~/text/t';
import { Select } from '../fields';
import { kindOf } from './model';
import { ValueEditor } from './ValueEditor';

// An operator of the kind of a value, and its operands.
export function OperationEditor({
  vocabulary,
  kind,
  options,
  operation,
  onChange,
}: {
  vocabulary: FilterVocabulary;
  kind: string;
  options: { id: string; label: string }[] | undefined;
  operation: Operation;
  onChange: (operation: Operation) => void;
}) {
  const t = useText();
  const operators = kindOf(vocabulary, kind)?.operators ?? [];
  const operator = operators.find((one) => one.is === operation.is);
  const withOperator = (is: string): Operation => {
    const kept: Operation = { is };
    for (const operand of operators.find((one) => one.is === is)?.operands ?? []) {
      Object.assign(kept, { [operand]: operation[operand as keyof Operation] });
    }
    return kept;
  };
  return (
    <>
      <Select
        label={t.segments.operator}
        isLabelHidden
        value={operation.is}
        choices={operators.map((one) => ({ id: one.is, label: t.segments.operators[one.is] ?? one.is }))}
        onChange={(is) => onChange(withOperator(is))}
      />
      <ValueEditor
        kind={kind}
        operands={operator?.operands ?? []}
        options={options}
        operation={operation}
        onChange={(next) => onChange({ ...withOperator(next.is), ...next })}
      />
    </>
  );
}
