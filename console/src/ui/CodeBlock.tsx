import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useText } from '~/text/t';
import { Button } from './Button';

const secondsTold = 2;

// Several lines that are read or taken along, such as a command or a body.
export function CodeBlock({ label, text, hasCopy = true }: { label: string; text: string; hasCopy?: boolean }) {
  const t = useText();
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), secondsTold * 1000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = () => navigator.clipboard?.writeText(text).then(() => setIsCopied(true));
  return (
    <section className="code-block" aria-label={label}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than its frame is scrolled by keyboard */}
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
      {hasCopy && navigator.clipboard && (
        <Button
          small
          icon={isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
          label={isCopied ? t.actions.copied : t.actions.copy}
          onClick={() => void copy()}
        />
      )}
    </section>
  );
}
