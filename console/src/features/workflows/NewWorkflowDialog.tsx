import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { useCouponSets } from '~/api/coupons';
import { createWorkflow } from '~/api/workflows';
import { useText } from '~/text/t';
import { useFilterVocabulary } from '~/text/vocabulary';
import { Button } from '~/ui/Button';
import { Dialog, DialogFoot } from '~/ui/Dialog';
import { Select, TextField } from '~/ui/fields';
import { ErrorBox, Skeleton } from '~/ui/states';
import { blank, filled, guess, needsOf, type Offers, offersOf, type RecipeName, recipes } from './recipes';

type Beginning = RecipeName | 'blank';

// From a recipe or from nothing: which, then what it is called and what of the store it uses.
export default function NewWorkflowDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const [beginning, setBeginning] = useState<Beginning>();
  return (
    <Dialog title={t.builder.newTitle} onClose={onClose}>
      {beginning ? (
        <Loaded beginning={beginning} onBack={() => setBeginning(undefined)} />
      ) : (
        <>
          <ul className="recipes">
            {(['blank', ...Object.keys(recipes)] as Beginning[]).map((one) => (
              <li key={one}>
                <button type="button" className="recipe" onClick={() => setBeginning(one)}>
                  <strong>{t.builder.recipes[one].name}</strong>
                  <span>{t.builder.recipes[one].words}</span>
                </button>
              </li>
            ))}
          </ul>
          <DialogFoot>
            <Button onClick={onClose}>{t.actions.cancel}</Button>
          </DialogFoot>
        </>
      )}
    </Dialog>
  );
}

interface BeginningProps {
  beginning: Beginning;
  onBack: () => void;
}

function Loaded(props: BeginningProps) {
  const filters = useFilterVocabulary();
  const coupons = useCouponSets();
  const error = filters.error ?? coupons.error;
  if (error) return <ErrorBox error={error} />;
  if (!filters.data || !coupons.data) return <Skeleton lines={6} />;
  return <Named {...props} offers={offersOf(filters.data, coupons.data)} />;
}

function Named({ beginning, offers, onBack }: BeginningProps & { offers: Offers }) {
  const t = useText();
  const [, go] = useLocation();
  const queries = useQueryClient();
  const definition = beginning === 'blank' ? blank : recipes[beginning];
  const needs = needsOf(definition);
  const [name, setName] = useState(beginning === 'blank' ? '' : t.builder.recipes[beginning].name);
  const [chosen, setChosen] = useState(() => Object.fromEntries(needs.map((need) => [need.word, guess(need, offers)])));
  const create = useMutation({
    mutationFn: () => createWorkflow({ name, definition: filled(definition, chosen) }),
    onSuccess: (made) => {
      queries.setQueryData(['workflows', made.id], made);
      void queries.invalidateQueries({ queryKey: ['workflows', 'all'] });
      go(`/workflows/${made.id}`);
    },
    onError: () => undefined,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim()) create.mutate();
  };
  return (
    <form className="stack" onSubmit={submit}>
      <p>{t.builder.recipes[beginning].words}</p>
      <TextField label={t.workflows.columns.name} autoFocus maxLength={500} value={name} onChange={setName} />
      {needs.map((need) => (
        <Select
          key={need.word}
          label={t.builder.needs[need.what]}
          hint={offers[need.what].length ? undefined : t.builder.noneToChoose}
          value={chosen[need.word]}
          choices={[
            { id: '', label: t.builder.chooseLater },
            ...offers[need.what].map((one) => ({ id: one.id, label: one.name })),
          ]}
          onChange={(id) => setChosen({ ...chosen, [need.word]: id })}
        />
      ))}
      {create.error && <ErrorBox error={create.error} />}
      <DialogFoot>
        <Button onClick={onBack}>{t.builder.back}</Button>
        <Button type="submit" look="main" disabled={!name.trim() || create.isPending}>
          {t.builder.create}
        </Button>
      </DialogFoot>
    </form>
  );
}
