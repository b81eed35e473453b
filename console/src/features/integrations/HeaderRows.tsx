import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useText } from '~/text/t';
import { Button } from '~/ui/Button';
import { TextField } from '~/ui/fields';
import type { NewType } from './newType';

type Headers = NewType['headers'];

// What a call carries besides, such as a key of the other side.
export function HeaderRows({ headers, onChange }: { headers: Headers; onChange: (headers: Headers) => void }) {
  const t = useText();
  const [count, setCount] = useState(0);
  const set = (number: number, part: Partial<Headers[0]>) =>
    onChange(headers.map((one) => (one.number === number ? { ...one, ...part } : one)));
  return (
    <section className="stack" aria-label={t.integrations.headers}>
      <h3>{t.integrations.headers}</h3>
      {headers.map(({ number, name, value }) => (
        <fieldset key={number} className="header-row">
          <legend className="unseen">{name || t.integrations.headerName}</legend>
          <TextField
            label={t.integrations.headerName}
            required
            autoFocus
            value={name}
            onChange={(next) => set(number, { name: next })}
          />
          <TextField
            label={t.integrations.headerValue}
            required
            value={value}
            onChange={(next) => set(number, { value: next })}
          />
          <Button
            look="quiet"
            icon={<X aria-hidden />}
            label={t.integrations.removeField(name)}
            onClick={() => onChange(headers.filter((one) => one.number !== number))}
          />
        </fieldset>
      ))}
      <div>
        <Button
          small
          icon={<Plus aria-hidden />}
          onClick={() => {
            onChange([...headers, { number: count, name: '', value: '' }]);
            setCount(count + 1);
          }}
        >
          {t.integrations.addHeader}
        </Button>
      </div>
    </section>
  );
}
