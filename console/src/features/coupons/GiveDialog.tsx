import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError } from '~/api/client';
import { type Contact, nameOf } from '~/api/contacts';
import { type CouponSet, giveCoupon } from '~/api/coupons';
import { useText } from '~/text/t';
import { Button } from '~/ui/Button';
import { ContactPicker } from '~/ui/ContactPicker';
import { CopyField } from '~/ui/CopyField';
import { Dialog, DialogFoot } from '~/ui/Dialog';
import { ErrorBox } from '~/ui/states';

const newKey = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(16)).join('-');

// The next code goes to one contact.
export function GiveDialog({ set, onClose }: { set: CouponSet; onClose: () => void }) {
  const t = useText();
  const queries = useQueryClient();
  const [contact, setContact] = useState<Contact>();
  // A request that nobody answered is repeated with its key; one that was answered has its own.
  const [key, setKey] = useState(newKey);
  const give = useMutation({
    mutationFn: (to: Contact) => giveCoupon(set.id, to.id, key),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['coupon-sets'] });
      void queries.invalidateQueries({ queryKey: ['needs'] });
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) setKey(newKey());
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (contact) give.mutate(contact);
  };
  if (give.data && contact) {
    return (
      <Dialog title={t.coupons.given(nameOf(contact) || t.contacts.unnamed)} onClose={onClose}>
        <CopyField label={t.coupons.columns.code} value={give.data.code} hint={t.coupons.givenHint} />
        <DialogFoot>
          <Button look="main" data-first onClick={onClose}>
            {t.actions.done}
          </Button>
        </DialogFoot>
      </Dialog>
    );
  }
  return (
    <Dialog title={t.coupons.giveTitle(set.name)} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <ContactPicker
          label={t.coupons.toWhom}
          chosen={contact}
          onChange={(next) => {
            setContact(next);
            setKey(newKey());
            give.reset();
          }}
        />
        {give.error && <ErrorBox error={give.error} />}
        <DialogFoot>
          <Button onClick={onClose}>{t.actions.cancel}</Button>
          <Button type="submit" look="main" disabled={!contact || give.isPending}>
            {t.coupons.give}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
