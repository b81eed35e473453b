import { changeMe, type Me } from '~/api/session';
import { type Language, useLanguage } from '~/text/language';
import { chooseLanguage, useText } from '~/text/t';
import { Select } from '~/ui/fields';
import { setTheme, type Theme, useTheme } from '../theme';

export function Appearance({ me }: { me: Me }) {
  const t = useText();
  const language = useLanguage();
  const theme = useTheme();
  const choose = (next: Language) => {
    void chooseLanguage(next);
    // It is kept with the person, so that other machines know it. The page is in that language either way.
    if (me.person) void changeMe({ language: next }).catch(() => undefined);
  };
  return (
    <div className="stack">
      <Select
        label={t.frame.themeLabel}
        value={theme}
        choices={Object.entries(t.frame.theme).map(([id, label]) => ({ id, label }))}
        onChange={(id) => setTheme(id as Theme)}
      />
      <Select
        label={t.frame.languageLabel}
        value={language}
        choices={Object.entries(t.languages).map(([id, label]) => ({ id, label }))}
        onChange={(id) => choose(id as Language)}
      />
    </div>
  );
}
