import type { WorkflowIncident } from '~/api/workflows';
import { useText } from '~/text/t';
import { TextField } from '~/ui/fields';
import { withMember } from './change';
import { settingsRoot, useForm, wrongAt } from './form';
import { ParameterList } from './ParameterList';
import type { Draft } from './useDraft';

// What holds for the whole workflow.
export function SettingsEditor({ draft, incidents }: { draft: Draft; incidents: WorkflowIncident[] }) {
  const t = useText();
  const { vocabulary } = useForm();
  const { name, definition } = draft.content;
  const settings = (definition.settings ?? {}) as Record<string, unknown>;
  const wrong = wrongAt(
    incidents.filter((one) => settingsRoot.test(one.path)),
    settingsRoot,
  );
  return (
    <>
      <header>
        <h2 tabIndex={-1} id="step-title">
          {t.builder.settings}
        </h2>
      </header>
      <div className="step-panel">
        <TextField
          label={t.workflows.columns.name}
          maxLength={500}
          wrong={draft.saved.error?.at('/name') ?? (name.trim() ? undefined : t.builder.nameNeeded)}
          value={name}
          onChange={(next) => draft.change({ name: next }, 'name')}
        />
        <ParameterList
          parameters={vocabulary.settings}
          said={settings}
          wrong={wrong}
          onChange={(said, what) =>
            draft.changeDefinition(
              withMember(definition, 'settings', Object.keys(said).length ? said : undefined),
              `settings ${what}`,
            )
          }
        />
      </div>
    </>
  );
}
