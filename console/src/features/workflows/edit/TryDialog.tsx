import { useMutation, useQuery } from '@tanstack/react-query';
import { FlaskConical, Play } from 'lucide-react';
import { useState } from 'react';
import { bodyOf, client } from '~/api/client';
import type { Contact } from '~/api/contacts';
import type { ReadWorkflow } from '~/api/workflows';
import { useText } from '~/text/t';
import { Button } from '~/ui/Button';
import { ContactPicker } from '~/ui/ContactPicker';
import { Dialog, DialogFoot } from '~/ui/Dialog';
import { TextField } from '~/ui/fields';
import { ErrorBox } from '~/ui/states';
import type { Step } from '../steps';
import { type Form, FormContext } from './form';
import { SimulationInputList } from './SimulationInputList';
import { firstInputs, type SimulationInput, simulationBody, trialValues } from './simulationInputs';
import { SimulatedSteps, TrialSteps } from './TriedSteps';

interface Props {
  workflow: ReadWorkflow;
  form: Form;
  steps: Step[];
  onClose: () => void;
}

const addressKey = 'tradewind.testAddress';
const refreshMilliseconds = 1_000;

// What the draft would do with one contact; or, for real, what it does with them now.
export default function TryDialog({ workflow, form, steps, onClose }: Props) {
  const t = useText();
  const [isReal, setIsReal] = useState(false);
  const [contact, setContact] = useState<Contact>();
  const [inputs, setInputs] = useState<SimulationInput[]>(() => firstInputs(form.vocabulary, workflow.definition));
  const [address, setAddress] = useState(() => localStorage.getItem(addressKey) ?? '');
  const params = { path: { id: workflow.id } };

  const simulate = useMutation({
    mutationFn: (on: Contact) =>
      bodyOf(
        client.POST('/admin/v1/workflows/{id}/simulations', {
          params,
          body: simulationBody(on.id, inputs, new Date(), form.filters) as never,
        }),
      ),
    onError: () => undefined,
  });
  const trial = useMutation({
    mutationFn: (on: Contact) => {
      localStorage.setItem(addressKey, address);
      return bodyOf(
        client.POST('/admin/v1/workflows/{id}/trial', {
          params,
          body: { contactId: on.id, testAddress: address, values: trialValues(inputs) as never },
        }),
      );
    },
    onError: () => undefined,
  });
  const run = useQuery({
    queryKey: ['workflows', workflow.id, 'trial', trial.data?.id],
    queryFn: () =>
      bodyOf(
        client.GET('/admin/v1/workflows/{id}/runs/{runId}', {
          params: { path: { id: workflow.id, runId: trial.data?.id ?? '' } },
        }),
      ),
    enabled: trial.data !== undefined,
    refetchInterval: (query) => (query.state.data?.state === 'ended' ? false : refreshMilliseconds),
  });
  const asked = isReal ? trial : simulate;
  const hasIncidents = workflow.incidents.length > 0;
  return (
    <Dialog title={t.builder.tryTitle} onClose={onClose} isVeryWide>
      <FormContext.Provider value={form}>
        <div className="try-columns">
          <form
            id="try"
            className="stack"
            onSubmit={(event) => {
              event.preventDefault();
              if (contact) asked.mutate(contact);
            }}
          >
            <fieldset className="view-switch">
              <legend className="unseen">{t.builder.tryTitle}</legend>
              {[false, true].map((real) => (
                <button
                  key={String(real)}
                  type="button"
                  className="toggle"
                  aria-pressed={isReal === real}
                  onClick={() => setIsReal(real)}
                >
                  {real ? t.builder.forReal : t.builder.simulate}
                </button>
              ))}
            </fieldset>
            <p className="dim">{isReal ? t.builder.forRealLead : t.builder.simulateLead}</p>
            <ContactPicker label={t.builder.onWhom} chosen={contact} onChange={setContact} />
            <SimulationInputList
              inputs={inputs}
              hasTimes={!isReal}
              most={isReal ? 1 : form.vocabulary.limits.simulatedHappenings}
              onChange={setInputs}
            />
            {isReal && (
              <TextField
                label={t.builder.testAddress}
                hint={t.builder.testAddressHint}
                type="url"
                placeholder="https://"
                maxLength={2000}
                required
                value={address}
                onChange={setAddress}
              />
            )}
          </form>
          <section aria-live="polite" aria-label={t.builder.result} className="stack">
            {hasIncidents && <p className="step-incident">{t.workflows.incidents(workflow.incidents.length)}</p>}
            {asked.error && <ErrorBox error={asked.error} />}
            {!isReal && simulate.data && <SimulatedSteps simulation={simulate.data} steps={steps} />}
            {isReal && run.error && <ErrorBox error={run.error} />}
            {isReal && run.data && <TrialSteps run={run.data} steps={steps} />}
            {!asked.data && !asked.error && !hasIncidents && <p className="dim">{t.builder.noResult}</p>}
          </section>
        </div>
      </FormContext.Provider>
      <DialogFoot>
        <Button onClick={onClose}>{t.actions.close}</Button>
        <Button
          type="submit"
          form="try"
          look="main"
          icon={isReal ? <Play aria-hidden /> : <FlaskConical aria-hidden />}
          disabled={!contact || hasIncidents || asked.isPending}
        >
          {isReal ? t.builder.runForReal : t.builder.runSimulation}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
