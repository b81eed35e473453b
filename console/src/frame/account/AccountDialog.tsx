import './account.css';
import { useMutation } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { useState } from 'react';
import { type Me, signOut } from '~/api/session';
import { useText } from '~/text/t';
import { Button } from '~/ui/Button';
import { Dialog, DialogFoot } from '~/ui/Dialog';
import { Tabs } from '~/ui/Tabs';
import { Appearance } from './Appearance';
import { Password } from './Password';
import { SecondFactor } from './SecondFactor';
import { Sessions } from './Sessions';

interface Props {
  me: Me;
  onClose: () => void;
  onSignedOut: () => void;
}

const parts = { appearance: Appearance, password: Password, factor: SecondFactor, sessions: Sessions };
type Part = keyof typeof parts;

export default function AccountDialog({ me, onClose, onSignedOut }: Props) {
  const t = useText();
  const [chosen, setChosen] = useState<Part>('appearance');
  const leave = useMutation({ mutationFn: signOut, onSuccess: onSignedOut });
  const Shown = parts[chosen];
  return (
    <Dialog title={me.person?.name || t.frame.withKey} onClose={onClose}>
      {me.person ? (
        <>
          <p className="dim">
            {me.person.email} · {t.people.roles[me.person.role]}
          </p>
          <Tabs
            label={t.frame.account}
            tabs={Object.entries(t.account.parts).map(([id, title]) => ({ id, title }))}
            chosen={chosen}
            onChoose={(id) => setChosen(id as Part)}
          >
            <Shown me={me} />
          </Tabs>
        </>
      ) : (
        <Appearance me={me} />
      )}
      <DialogFoot>
        {me.person && (
          <Button icon={<LogOut aria-hidden />} onClick={() => leave.mutate()} disabled={leave.isPending}>
            {t.frame.signOut}
          </Button>
        )}
        <Button look="main" onClick={onClose}>
          {t.actions.close}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
