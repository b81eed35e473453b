import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useText } from '~/text/t';
import { Button } from './Button';
import { Dialog, DialogFoot } from './Dialog';
import { TextField } from './fields';
import { ErrorBox } from './states';

interface Props {
  title: string;
  lead: string;
  // What must be typed, and how that is asked for.
  word: string;
  ask: string;
  confirm: string;
  onClose: () => void;
  act: () => Promise<void>;
  // What else is to be known before, such as where it is used.
  children?: ReactNode;
}

// For what cannot be undone: whoever does it types the name of what goes.
export function TypedNameDialog({ title, lead, word, ask, confirm, onClose, act, children }: Props) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const run = useMutation({ mutationFn: act, onError: () => undefined });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() === word.trim()) run.mutate();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <p>{lead}</p>
        {children}
        <TextField label={ask} data-first autoComplete="off" value={typed} onChange={setTyped} />
        {run.error && <ErrorBox error={run.error} />}
        <DialogFoot>
          <Button onClick={onClose}>{t.actions.cancel}</Button>
          <Button type="submit" look="danger" disabled={typed.trim() !== word.trim() || run.isPending}>
            {confirm}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
