import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError } from '~/api/client';
import { type CouponSet, changeCouponSet, createCouponSet } from '~/api/coupons';
import { useStore } from '~/api/store';
import { useText } from '~/text/t';
import { Button } from '~/ui/Button';
import { Dialog, DialogFoot } from '~/ui/Dialog';
import { Select, TextField } from '~/ui/fields';
import { instantOf, localOf } from '~/ui/instant';
import { ErrorBox } from '~/ui/states';

interface Props {
  // Undefined: a new one.
  set?: CouponSet;
  onClose: () => void;
  onSaved: (saved: CouponSet) => void;
}

const toldAtFields = ['/name', '/code', '/quantity', '/alertThreshold', '/expiresAt'];
const numberOf = (text: string) => (text === '' ? null : Number(text));
const textOf = (number: number | null | undefined) => (number === null || number === undefined ? '' : String(number));

// The settings of a set. Kind and code are chosen once; the codes of many come later.
export function CouponSetDialog({ set, onClose, onSaved }: Props) {
  const t = useText();
  const queries = useQueryClient();
  const zone = useStore().data?.timezone ?? 'UTC';
  const [name, setName] = useState(set?.name ?? '');
  const [type, setType] = useState<CouponSet['type']>(set?.type ?? 'multiple');
  const [code, setCode] = useState('');
  const [quantity, setQuantity] = useState(textOf(set?.type === 'single' ? set.quantity : null));
  const [threshold, setThreshold] = useState(textOf(set?.alertThreshold));
  const [expires, setExpires] = useState(set?.expiresAt ? localOf(set.expiresAt, zone) : '');
  const isSingle = type === 'single';
  const save = useMutation({
    mutationFn: () => {
      const settings = {
        name: name.trim(),
        alertThreshold: numberOf(threshold),
        // What was not touched stays, to the second.
        expiresAt:
          set?.expiresAt && expires === localOf(set.expiresAt, zone)
            ? set.expiresAt
            : (instantOf(expires, zone) ?? null),
        ...(isSingle ? { quantity: numberOf(quantity) } : {}),
      };
      if (set) return changeCouponSet(set.id, settings);
      return createCouponSet({ ...settings, type, ...(isSingle ? { code } : {}) });
    },
    onSuccess: async (saved) => {
      await queries.invalidateQueries({ queryKey: ['coupon-sets'] });
      void queries.invalidateQueries({ queryKey: ['needs'] });
      onSaved(saved);
    },
    onError: () => undefined,
  });
  const error = save.error instanceof ApiError ? save.error : null;
  const isToldAtField = error?.problems.length && error.problems.every(({ path }) => toldAtFields.includes(path));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Dialog title={set?.name ?? t.coupons.new} onClose={onClose}>
      <form className="stack" onSubmit={submit}>
        <TextField
          label={t.coupons.columns.name}
          required
          autoFocus
          autoComplete="off"
          maxLength={500}
          value={name}
          onChange={setName}
          wrong={error?.at('/name')}
        />
        {!set && (
          <Select
            label={t.coupons.columns.type}
            hint={t.coupons.typeHelp[type]}
            value={type}
            choices={Object.entries(t.coupons.types).map(([id, label]) => ({ id, label }))}
            onChange={(id) => setType(id as CouponSet['type'])}
          />
        )}
        {!set && isSingle && (
          <TextField
            label={t.coupons.columns.code}
            required
            autoComplete="off"
            maxLength={100}
            value={code}
            onChange={setCode}
            wrong={error?.at('/code')}
          />
        )}
        {isSingle && (
          <TextField
            label={t.coupons.quantity}
            hint={t.coupons.quantityHint}
            type="number"
            min={0}
            max={500000}
            value={quantity}
            onChange={setQuantity}
            wrong={error?.at('/quantity')}
          />
        )}
        <TextField
          label={t.coupons.threshold}
          hint={t.coupons.thresholdHint}
          type="number"
          min={0}
          max={500000}
          value={threshold}
          onChange={setThreshold}
          wrong={error?.at('/alertThreshold')}
        />
        <TextField
          label={t.coupons.columns.expires}
          hint={t.coupons.expiresHint}
          type="datetime-local"
          value={expires}
          onChange={setExpires}
          wrong={error?.at('/expiresAt')}
        />
        {save.error && !isToldAtField && <ErrorBox error={save.error} />}
        <DialogFoot>
          <Button onClick={onClose}>{t.actions.cancel}</Button>
          <Button type="submit" look="main" disabled={save.isPending || !name.trim()}>
            {set ? t.actions.save : t.coupons.make}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
