import { useText } from '~/text/t';

export type View = 'canvas' | 'outline';

export function ViewSwitch({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  const t = useText();
  return (
    <fieldset className="view-switch">
      <legend className="unseen">{t.workflows.view}</legend>
      {(['canvas', 'outline'] as const).map((one) => (
        <button key={one} type="button" className="toggle" aria-pressed={view === one} onClick={() => onChange(one)}>
          {t.workflows[one]}
        </button>
      ))}
    </fieldset>
  );
}
