import { useMutation } from '@tanstack/react-query';
import { useText } from '~/text/t';
import { Button } from './Button';
import { Dialog, DialogFoot } from './Dialog';
import { ErrorBox } from './states';

interface Props {
  title: string;
  lead: string;
  confirm: string;
  onClose: () => void;
  act: () => Promise<void>;
}

// For what cannot be undone but can be done anew; what is gone for good asks for its name.
export function ConfirmDialog({ title, lead, confirm, onClose, act }: Props) {
  const t = useText();
  const run = useMutation({ mutationFn: act, onError: () => undefined });
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{lead}</p>
      {run.error && <ErrorBox error={run.error} />}
      <DialogFoot>
        <Button onClick={onClose}>{t.actions.cancel}</Button>
        <Button look="danger" disabled={run.isPending} onClick={() => run.mutate()}>
          {confirm}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
