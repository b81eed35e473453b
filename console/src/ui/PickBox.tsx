import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import {
  Button,
  ComboBox,
  Header,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  Popover,
} from 'react-aria-components';
import { useText } from '~/text/t';

export interface PickGroup {
  id: string;
  title: string;
  choices: { id: string; label: string; aside?: string }[];
}

interface Props {
  label: string;
  groups: PickGroup[];
  value: string;
  onChange: (id: string) => void;
  // As one of the fields of a form: the label is shown, and below it stands what to know or what is wrong.
  isField?: boolean;
  hint?: string;
  wrong?: string;
}

// One of a long list, found by typing.
export function PickBox({ label, groups, value, onChange, isField, hint, wrong }: Props) {
  const t = useText();
  // What is outside of an open dialog can be neither seen nor reached.
  const [dialog, setDialog] = useState<Element>();
  const more = useId();
  return (
    <ComboBox
      ref={(element) => setDialog(element?.closest('dialog') ?? undefined)}
      className={isField ? 'pick-box field' : 'pick-box'}
      aria-describedby={hint || wrong ? more : undefined}
      isInvalid={wrong !== undefined}
      defaultItems={groups}
      selectedKey={value}
      onSelectionChange={(key) => {
        if (key !== null) onChange(String(key));
      }}
    >
      <Label className={isField ? undefined : 'unseen'}>{label}</Label>
      <div className="pick-box-line">
        <Input className="input" />
        <Button className="pick-box-open" aria-label={t.actions.open}>
          <ChevronDown aria-hidden />
        </Button>
      </div>
      {(hint || wrong) && (
        <span id={more} className={wrong ? 'wrong' : 'hint'} role={wrong ? 'alert' : undefined}>
          {wrong ?? hint}
        </span>
      )}
      <Popover className="popover" UNSTABLE_portalContainer={dialog}>
        <ListBox className="options" items={groups}>
          {(group) => (
            <ListBoxSection id={`group ${group.id}`}>
              <Header className="options-head">{group.title}</Header>
              {group.choices.map((choice) => (
                <ListBoxItem key={choice.id} id={choice.id} textValue={choice.label} className="option">
                  {choice.label}
                  {choice.aside && <span className="aside">{choice.aside}</span>}
                </ListBoxItem>
              ))}
            </ListBoxSection>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
