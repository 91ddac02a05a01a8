import { i18n, type Messages } from '@lingui/core';
import { messages as english } from '../messages/en.po';
import { directionOf } from './languages';

/** The catalogues beside the English one, by their paths; each is fetched by whom it is for. */
const others = import.meta.glob<{ messages: Messages }>(['../messages/*.po', '!../messages/en.po']);

const pathOf = (locale: string): string => `../messages/${locale}.po`;

/** The first language of the reader that there is a catalogue of: `pt-BR`, else `pt`; English where there is none. */
const chosen = (wanted: readonly string[]): string =>
  wanted
    .flatMap((tag) => [tag, tag.split('-')[0] ?? tag])
    .find((locale) => locale === 'en' || pathOf(locale) in others) ?? 'en';

/** Gives the page the language of the reader, and its direction. */
export const activateLocale = async (): Promise<void> => {
  const wanted = chosen(navigator.languages);
  // A catalogue that does not come leaves a page that can be read.
  const other = await others[pathOf(wanted)]?.().catch(() => undefined);
  const [locale, messages] = other === undefined ? ['en', english] : [wanted, other.messages];
  document.documentElement.lang = locale;
  document.documentElement.dir = directionOf(locale);
  i18n.loadAndActivate({ locale, messages });
};
