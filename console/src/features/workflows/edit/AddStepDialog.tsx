import { useState } from 'react';
import { useText } from '~/text/t';
import { Button } from '~/ui/Button';
import { Dialog, DialogFoot } from '~/ui/Dialog';
import { TextField } from '~/ui/fields';
import { type Family, familyOf, type Kind } from '../model';
import { stepIcons } from '../StepCard';

interface Props {
  title: string;
  kinds: Kind[];
  onChoose: (kind: Kind) => void;
  onClose: () => void;
}

const families: Family[] = ['trigger', 'question', 'wait', 'act', 'end'];

const plain = (words: string) => words.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

// What can be put there, by what it is good for. Typing finds it, Enter takes the first.
export function AddStepDialog({ title, kinds, onChoose, onClose }: Props) {
  const t = useText();
  const [text, setText] = useState('');
  const nameOf = (kind: Kind) => t.workflows.kinds[kind.kind] ?? kind.kind;
  const found = kinds.filter((kind) => plain(`${nameOf(kind)} ${kind.kind}`).includes(plain(text.trim())));
  const groups = families
    .map((family) => ({ family, kinds: found.filter((kind) => familyOf(kind) === family) }))
    .filter((group) => group.kinds.length > 0);
  const first = groups[0]?.kinds[0];
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (first) onChoose(first);
        }}
      >
        <TextField label={t.builder.findStep} autoFocus autoComplete="off" value={text} onChange={setText} />
        {groups.map((group) => {
          const Icon = stepIcons[group.family];
          return (
            <section key={group.family} className="add-group">
              <h3>{t.builder.families[group.family]}</h3>
              <div className="add-kinds">
                {group.kinds.map((kind) => (
                  <button
                    key={kind.kind}
                    type="button"
                    className={`add-kind ${group.family}`}
                    onClick={() => onChoose(kind)}
                  >
                    <Icon aria-hidden />
                    {nameOf(kind)}
                  </button>
                ))}
              </div>
            </section>
          );
        })}
        {!first && <p className="dim">{t.palette.nothing}</p>}
        <DialogFoot>
          <Button onClick={onClose}>{t.actions.cancel}</Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
