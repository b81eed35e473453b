import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { bodyOf, client } from '~/api/client';
import { type Contact, eraseContact } from '~/api/contacts';
import { useText } from '~/text/t';
import { Button } from '~/ui/Button';
import { Dialog, DialogFoot } from '~/ui/Dialog';
import { TextField } from '~/ui/fields';
import { ErrorBox } from '~/ui/states';
import { TypedNameDialog } from '~/ui/TypedNameDialog';
import { say } from '~/ui/toasts';

interface Props {
  contact: Contact;
  name: string;
  onClose: () => void;
}

export function HoldContactDialog({ contact, name, onClose }: Props) {
  const t = useText();
  const queries = useQueryClient();
  const [reason, setReason] = useState('');
  const hold = useMutation({
    mutationFn: () =>
      bodyOf(client.POST('/admin/v1/contacts/{id}/hold', { params: { path: { id: contact.id } }, body: { reason } })),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['contacts', contact.id, 'hold'] });
      say(t.contact.held);
      onClose();
    },
    onError: () => undefined,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    hold.mutate();
  };
  return (
    <Dialog title={t.contact.hold} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <p>{t.contact.holdLead(name)}</p>
        <TextField label={t.contact.holdReason} required autoFocus value={reason} onChange={setReason} />
        {hold.error && <ErrorBox error={hold.error} />}
        <DialogFoot>
          <Button onClick={onClose}>{t.actions.cancel}</Button>
          <Button type="submit" look="main" disabled={hold.isPending}>
            {t.contact.hold}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}

export function EraseDialog({ contact, name, onClose, onErased }: Props & { onErased: () => void }) {
  const t = useText();
  const queries = useQueryClient();
  return (
    <TypedNameDialog
      title={t.contact.eraseTitle(name)}
      lead={t.contact.eraseLead}
      word={name}
      ask={t.contact.eraseType(name)}
      confirm={t.contact.erase}
      onClose={onClose}
      act={async () => {
        await eraseContact(contact);
        void queries.invalidateQueries({ queryKey: ['contacts', 'list'] });
        onErased();
        // Whoever goes back is told that there is nobody, not what was known a moment ago.
        queries.removeQueries({ queryKey: ['contacts', contact.id] });
      }}
    />
  );
}
