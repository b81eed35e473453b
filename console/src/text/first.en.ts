import type { Widened } from './widened';

// The words that are shown before anybody signed in, or on every page.
export const first = {
  language: 'en',
  languages: { en: 'English', es: 'Español' },
  states: {
    loading: 'Loading',
    offline: 'The service does not answer. What you typed is kept; try again in a moment.',
    signedOut: 'Your session has ended. What you typed is kept; sign in and try again.',
    broken: 'Something in this page went wrong. Reload it; nothing was changed.',
    forbidden: (detail: string) => `Your role does not allow this. ${detail}`,
    retry: 'Try again',
    notFound: 'There is no such page',
    notFoundHelp: 'The address may be old, or what it named was removed.',
  },
  actions: {
    save: 'Save',
    done: 'Done',
    copied: 'Copied',
    copy: 'Copy',
    undo: 'Undo',
    close: 'Close',
    cancel: 'Cancel',
    saving: 'Saving',
    delete: 'Delete',
    open: 'Open',
    loadMore: 'Load more',
    goHome: 'Go to the start page',
  },
  signIn: {
    title: 'Sign in',
    email: 'E-mail address',
    password: 'Password',
    code: 'Code',
    codeHint: 'Six digits from your authenticator app, or one of your recovery codes.',
    submit: 'Sign in',
    again: 'Sign in again',
    againLead: 'Your session has ended. Sign in and go on where you were; nothing you typed is lost.',
    wait: (seconds: number) => `Too many tries. Try again in ${seconds} s.`,
    firstTime: 'No one has an account yet.',
    firstTimeHelp: 'On the machine, this prints a link for the first person:',
  },
  setup: {
    title: 'Welcome to Tradewind',
    lead: 'Choose how you sign in. The link that brought you here works once.',
    name: 'Your name',
    email: 'E-mail address',
    emailHint: 'Leave it empty if you were invited: the invitation knows it.',
    password: 'Password',
    passwordHint: 'At least 10 characters. A few words that only you put together are best.',
    language: 'Language',
    submit: 'Create account',
    noToken: 'This address needs the whole link, with the part after #. Open the link that you were given again.',
  },
};

export type FirstTexts = Widened<typeof first>;
