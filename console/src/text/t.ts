import type { BuilderTexts } from './builder.en';
import type { FrameTexts } from './en';
import type { FirstTexts } from './first.en';
import { type Language, language, setLanguage as show, useLanguage } from './language';
import type { PageTexts } from './pages/en';

// Words that are loaded with what needs them: once somebody is signed in, and for building workflows.
interface Parts {
  pages: FrameTexts & PageTexts;
  builder: { builder: BuilderTexts };
}

export type Texts = FirstTexts & Parts['pages'] & Parts['builder'];

// A table is loaded when somebody reads that language. What is shown before anybody signed in comes first.
const first: Record<Language, () => Promise<FirstTexts>> = {
  en: async () => (await import('./first.en')).first,
  es: async () => (await import('./first.es')).first,
};
const parts: { [Name in keyof Parts]: Record<Language, () => Promise<Parts[Name]>> } = {
  pages: {
    en: async () => {
      const [frame, pages] = await Promise.all([import('./en'), import('./pages/en')]);
      return { ...frame.en, ...pages.pagesEn };
    },
    es: async () => {
      const [frame, pages] = await Promise.all([import('./es'), import('./pages/es')]);
      return { ...frame.es, ...pages.pagesEs };
    },
  },
  builder: {
    en: async () => ({ builder: (await import('./builder.en')).builder }),
    es: async () => ({ builder: (await import('./builder.es')).builder }),
  },
};
const wanted = new Set<keyof Parts>();
const tables = new Map<Language, FirstTexts & Partial<Texts>>();

async function load(next: Language, names: Iterable<keyof Parts>): Promise<void> {
  const words = await first[next]();
  const more = await Promise.all([...names].map((name) => parts[name][next]()));
  tables.set(next, Object.assign({}, tables.get(next), words, ...more));
}

// Before anything is shown.
export async function loadFirstLanguage(): Promise<void> {
  document.documentElement.lang = language();
  await load(language(), []);
}

// A page together with its words.
export async function withTexts<Page>(name: keyof Parts, page: Promise<Page>): Promise<Page> {
  wanted.add(name);
  await load(language(), [name]);
  return page;
}

export async function chooseLanguage(next: Language): Promise<void> {
  await load(next, wanted);
  show(next);
}

export function currentTexts(): Texts {
  return tables.get(language()) as Texts;
}

// The words of the page, in the language of whoever reads it.
export function useText(): Texts {
  return tables.get(useLanguage()) as Texts;
}
