import { useText } from '~/text/t';
import { Button } from '~/ui/Button';
import { CopyField } from '~/ui/CopyField';
import { Dialog, DialogFoot } from '~/ui/Dialog';

// A link that is shown once. Escape does not lose it.
export function LinkShown({ title, link, onClose }: { title: string; link: string; onClose: () => void }) {
  const t = useText();
  return (
    <Dialog title={title} onClose={onClose} mustAnswer>
      <p>{t.people.linkLead}</p>
      <CopyField label={t.people.link} value={link} hint={t.people.linkHint} />
      <DialogFoot>
        <Button look="main" onClick={onClose}>
          {t.actions.done}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}
