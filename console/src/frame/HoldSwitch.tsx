import { useMutation, useQueryClient } from '@tanstack/react-query';
import { OctagonPause, Play } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useMay } from '~/api/session';
import { endHold, startHold, useHold } from '~/api/store';
import { useFormat } from '~/text/format';
import { useText } from '~/text/t';
import { Button } from '~/ui/Button';
import { Dialog, DialogFoot } from '~/ui/Dialog';
import { TextField } from '~/ui/fields';
import { ErrorBox } from '~/ui/states';
import { say } from '~/ui/toasts';

// Stops everything that leaves, and lets it go on.
export function HoldSwitch() {
  const t = useText();
  const hold = useHold();
  const [isAsking, setIsAsking] = useState(false);
  const may = useMay();
  if (!hold.data || !may('workflow:run')) return null;
  const isOn = hold.data.since !== null;
  return (
    <>
      <Button
        look={isOn ? 'danger' : 'quiet'}
        className="hold-switch"
        icon={isOn ? <Play aria-hidden /> : <OctagonPause aria-hidden />}
        onClick={() => setIsAsking(true)}
        aria-label={isOn ? t.hold.end : t.hold.start}
      >
        <span className="head-words">{isOn ? t.hold.end : t.hold.start}</span>
      </Button>
      {isAsking && <HoldDialog isOn={isOn} onClose={() => setIsAsking(false)} />}
    </>
  );
}

function HoldDialog({ isOn, onClose }: { isOn: boolean; onClose: () => void }) {
  const t = useText();
  const queries = useQueryClient();
  const [reason, setReason] = useState('');
  const change = useMutation<unknown>({
    mutationFn: () => (isOn ? endHold() : startHold(reason)),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['hold'] });
      say(isOn ? t.hold.ended : t.hold.started);
      onClose();
    },
    onError: () => undefined,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.mutate();
  };
  return (
    <Dialog title={isOn ? t.hold.endTitle : t.hold.startTitle} onClose={onClose}>
      <form onSubmit={submit} className="stack">
        <p>{isOn ? t.hold.endLead : t.hold.startLead}</p>
        {!isOn && (
          <TextField
            label={t.hold.reason}
            hint={t.hold.reasonHint}
            required
            autoFocus
            value={reason}
            onChange={setReason}
          />
        )}
        {change.error && <ErrorBox error={change.error} />}
        <DialogFoot>
          <Button onClick={onClose}>{t.actions.cancel}</Button>
          <Button type="submit" look={isOn ? 'main' : 'danger'} disabled={change.isPending}>
            {isOn ? t.hold.end : t.hold.confirm}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

// The line under the head that everybody sees while nothing leaves.
export function HoldBanner() {
  const t = useText();
  const format = useFormat();
  const { data: hold } = useHold();
  if (!hold?.since) return null;
  return (
    <div className="hold-banner" role="status">
      <OctagonPause aria-hidden />
      <strong>{t.hold.isOn}</strong>
      <span>{hold.reason}</span>
      <span className="dim">{t.hold.since(format.dateTime(hold.since))}</span>
    </div>
  );
}
