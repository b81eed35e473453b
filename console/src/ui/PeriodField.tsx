import { useText } from '~/text/t';
import { Select, TextField } from './fields';
import { type PeriodUnit, periodOf, periodText, unitWords } from './period';

interface Props {
  label: string;
  value: string | undefined;
  onChange: (period: string | undefined) => void;
  units?: PeriodUnit[];
  isLabelShown?: boolean;
}

// A number and its unit. A period of several parts is edited as it is written.
export function PeriodField({ label, value, onChange, units = ['D', 'W', 'M', 'Y', 'TH'], isLabelShown }: Props) {
  const t = useText();
  const period = periodOf(value);
  if (value && !period) {
    return (
      <TextField
        label={label}
        isLabelHidden={!isLabelShown}
        value={value}
        onChange={(text) => onChange(text || undefined)}
      />
    );
  }
  const unit = period?.unit ?? units[0] ?? 'D';
  return (
    <div className="period">
      <TextField
        label={label}
        isLabelHidden={!isLabelShown}
        type="number"
        min={1}
        step={1}
        value={period ? String(period.count) : ''}
        onChange={(text) =>
          onChange(Number(text) >= 1 ? periodText({ count: Math.floor(Number(text)), unit }) : undefined)
        }
      />
      <Select
        label={t.segments.unit}
        isLabelHidden={!isLabelShown}
        value={unit}
        choices={(units.includes(unit) ? units : [...units, unit]).map((one) => ({
          id: one,
          label: unitWords(one, period?.count ?? 2, t.language),
        }))}
        onChange={(id) => onChange(periodText({ count: period?.count ?? 1, unit: id as PeriodUnit }))}
      />
    </div>
  );
}
