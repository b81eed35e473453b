import { Check, Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useText } from '~/text/t';
import { Button } from './Button';
import { TextField } from './fields';

const secondsTold = 2;

// Text that is taken along: a link, a key, a command. Where the browser does not let us copy it is marked, to be copied by hand.
export function CopyField({ label, value, hint }: { label: string; value: string; hint?: string }) {
  const t = useText();
  const line = useRef<HTMLDivElement>(null);
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), secondsTold * 1000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setIsCopied(true);
    } catch {
      line.current?.querySelector('input')?.select();
    }
  };
  return (
    <div className="copy-field" ref={line}>
      <TextField
        label={label}
        hint={hint}
        readOnly
        value={value}
        onFocus={(event) => event.target.select()}
        onChange={() => undefined}
      />
      <Button icon={isCopied ? <Check aria-hidden /> : <Copy aria-hidden />} onClick={() => void copy()}>
        {isCopied ? t.actions.copied : t.actions.copy}
      </Button>
    </div>
  );
}
