import { useQuery } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { useState } from 'react';
import { bodyOf, client, type Schemas } from '~/api/client';
import type { Contact } from '~/api/contacts';
import { useWorkflows } from '~/api/workflows';
import { useFormat } from '~/text/format';
import { useText } from '~/text/t';
import { useFilterVocabulary } from '~/text/vocabulary';
import { Button } from '~/ui/Button';
import { Dialog, DialogFoot } from '~/ui/Dialog';
import { ErrorBox, Skeleton } from '~/ui/states';
import { valueWords } from './Facts';

// Why somebody is in a segment or a workflow, or not: the tests that decided, with what they saw.
export function WhyDialog({ contact, onClose }: { contact: Contact; onClose: () => void }) {
  const t = useText();
  const { data: vocabulary } = useFilterVocabulary();
  const { data: workflows } = useWorkflows();
  const [chosen, setChosen] = useState('');
  const [what, id = ''] = chosen.split(' ');
  const path = { id, contactId: contact.id };
  const segment = useQuery({
    queryKey: ['why', 'segment', path],
    queryFn: () => bodyOf(client.GET('/admin/v1/segments/{id}/why/{contactId}', { params: { path } })),
    enabled: what === 'segment',
  });
  const workflow = useQuery({
    queryKey: ['why', 'workflow', path],
    queryFn: () => bodyOf(client.GET('/admin/v1/workflows/{id}/why/{contactId}', { params: { path } })),
    enabled: what === 'workflow',
  });
  const asked = what === 'segment' ? segment : what === 'workflow' ? workflow : undefined;
  return (
    <Dialog title={t.contact.whyTitle} onClose={onClose}>
      <div className="field">
        <label htmlFor="why-what">{t.contact.whyPick}</label>
        <select id="why-what" className="select" value={chosen} onChange={(event) => setChosen(event.target.value)}>
          <option value="">{t.workflows.notChosen}</option>
          <optgroup label={t.frame.pages.workflows}>
            {workflows?.map((one) => (
              <option key={one.id} value={`workflow ${one.id}`}>
                {one.name}
              </option>
            ))}
          </optgroup>
          <optgroup label={t.frame.pages.segments}>
            {vocabulary?.segments.map((one) => (
              <option key={one.id} value={`segment ${one.id}`}>
                {one.name}
              </option>
            ))}
          </optgroup>
        </select>
      </div>
      <div aria-live="polite" className="stack">
        {asked?.error && <ErrorBox error={asked.error} />}
        {asked?.isLoading && <Skeleton lines={3} />}
        {what === 'segment' && segment.data && (
          <>
            <p>
              <strong>{segment.data.isMember ? t.contact.inSegment : t.contact.notInSegment}</strong>
            </p>
            <Because because={segment.data.because} />
          </>
        )}
        {what === 'workflow' && workflow.data && (
          <>
            <p>
              <strong>{workflow.data.sentence}</strong>
            </p>
            <Because because={workflow.data.because ?? []} />
          </>
        )}
      </div>
      <DialogFoot>
        <Button onClick={onClose}>{t.actions.close}</Button>
      </DialogFoot>
    </Dialog>
  );
}

function Because({ because }: { because: Schemas['SegmentReasons']['because'] }) {
  const t = useText();
  const format = useFormat();
  const { data: vocabulary } = useFilterVocabulary();
  const fieldOf = (test: object) => vocabulary?.fields.find((field) => 'field' in test && field.id === test.field);
  return (
    <ul className="because">
      {because.map((one) => (
        <li key={JSON.stringify(one.test)}>
          <span className={one.holds ? 'entry-icon good' : 'entry-icon bad'}>
            {one.holds ? <Check aria-label={t.contact.holds} /> : <X aria-label={t.contact.doesNotHold} />}
          </span>
          <span>
            {one.text}
            <br />
            <span className="dim">
              {t.contact.saw}{' '}
              {one.value === null ? t.contact.nothingSeen : valueWords(fieldOf(one.test), one.value, format, t)}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}
