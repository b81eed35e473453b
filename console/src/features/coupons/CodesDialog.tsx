import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'wouter';
import { ApiError } from '~/api/client';
import { type CouponSet, sendCodes } from '~/api/coupons';
import { useFormat } from '~/text/format';
import { useText } from '~/text/t';
import { Button } from '~/ui/Button';
import { Dialog, DialogFoot } from '~/ui/Dialog';
import { FilePick } from '~/ui/FilePick';
import { TextArea } from '~/ui/fields';
import { IfMay } from '~/ui/IfMay';
import { ErrorBox } from '~/ui/states';
import { say } from '~/ui/toasts';
import { codesOf, type RefusedCode, refusedCodes } from './codes';

const fileBytesMax = 1_000_000;
const refusedShown = 5;

interface Props {
  set: CouponSet;
  way: 'add' | 'remove';
  onClose: () => void;
}

// Codes that are pasted or come from a file are added to a set, or taken out of it as long as nobody has them.
export function CodesDialog({ set, way, onClose }: Props) {
  const t = useText();
  const format = useFormat();
  const queries = useQueryClient();
  const [text, setText] = useState('');
  const [isTooLarge, setIsTooLarge] = useState(false);
  const [refused, setRefused] = useState<RefusedCode[]>([]);
  const codes = codesOf(text);
  const words = t.coupons[way];
  const refresh = () => {
    void queries.invalidateQueries({ queryKey: ['coupon-sets'] });
    void queries.invalidateQueries({ queryKey: ['needs'] });
  };
  const send = useMutation({
    mutationFn: async (wanted: string[]) => {
      let done = 0;
      try {
        await sendCodes(set.id, way, wanted, (count) => {
          done = count;
        });
      } catch (error) {
        // What is done is done: the rest stays in the field.
        const rest = wanted.slice(done);
        setText(rest.join('\n'));
        setRefused(error instanceof ApiError ? refusedCodes(error.problems, rest) : []);
        if (done) refresh();
        throw error;
      }
    },
    onSuccess: (_, wanted) => {
      refresh();
      say(words.done(format.number(wanted.length), wanted.length === 1));
      onClose();
    },
    onError: () => undefined,
  });
  const change = (next: string) => {
    setText(next);
    setRefused([]);
  };
  const choose = async (file: File | undefined) => {
    setIsTooLarge(file !== undefined && file.size > fileBytesMax);
    if (file && file.size <= fileBytesMax) change(codesOf(await file.text()).join('\n'));
  };
  const leaveOut = () => {
    const without = new Set(refused.map(({ code }) => code));
    change(codes.filter((code) => !without.has(code)).join('\n'));
    send.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send.mutate(codes);
  };
  return (
    <Dialog title={words.title(set.name)} onClose={onClose} isWide>
      <form className="stack" onSubmit={submit}>
        <TextArea label={t.coupons.codes} hint={t.coupons.codesHint} rows={8} value={text} onChange={change} />
        <FilePick label={t.coupons.chooseFile} hint={t.coupons.fileHint} onChoose={(file) => void choose(file)} />
        {isTooLarge && (
          <p role="alert" className="codes-refused">
            {t.coupons.tooLarge}{' '}
            {way === 'add' && (
              <IfMay scope="import:write">
                <Link href="/imports/new">{t.imports.new}</Link>
              </IfMay>
            )}
          </p>
        )}
        {refused.length > 0 ? (
          <div className="codes-refused" role="alert">
            <p>{t.coupons.refused(format.number(refused.length), refused.length === 1)}</p>
            <ul>
              {refused.slice(0, refusedShown).map(({ code, reason }) => (
                <li key={code}>
                  <code>{code}</code> {reason}
                </li>
              ))}
              {refused.length > refusedShown && <li>…</li>}
            </ul>
            <Button small onClick={leaveOut}>
              {t.coupons.leaveOut(refused.length === 1)}
            </Button>
          </div>
        ) : (
          send.error && <ErrorBox error={send.error} />
        )}
        <DialogFoot>
          <Button onClick={onClose}>{t.actions.cancel}</Button>
          <Button
            type="submit"
            look={way === 'add' ? 'main' : 'danger'}
            disabled={!codes.length || send.isPending || refused.length > 0}
          >
            {words.act(format.number(codes.length), codes.length === 1)}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
