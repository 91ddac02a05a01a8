import { PoEntries, type PoEntry, type PoPart } from '#libs/documents/formats/po/po-entries.js';

type Field = Extract<PoPart, { kind: 'field' }>;

const entriesOf = (text: string): PoEntry[] => {
  const entries = new PoEntries();
  return [...entries.push(text), ...entries.end()];
};

const fieldsOf = ({ parts }: PoEntry, keyword: Field['keyword']): Field[] =>
  parts.filter((part): part is Field => part.kind === 'field' && part.keyword === keyword);

const rawOf = (parts: readonly PoPart[]): string => parts.map(({ raw }) => raw).join('');

/**
 * The source file with the translations of another one in the place of its messages, so that both can be compared as files of
 * one language are: the first form for `msgid`, the last one for `msgid_plural`. The header is that of the source.
 */
export const withTranslationsAsMessages = (source: string, translated: string): string => {
  const [before, after] = [entriesOf(source), entriesOf(translated)];
  if (before.length !== after.length) return translated;
  return before.map((was, at) => entryWithTranslation(was, after[at] ?? was)).join('');
};

const entryWithTranslation = (was: PoEntry, now: PoEntry): string => {
  const translations = fieldsOf(now, 'msgstr');
  const isHeader = fieldsOf(was, 'msgid')[0]?.text === '';
  if (isHeader || rawOf(translations) === rawOf(fieldsOf(was, 'msgstr'))) return rawOf(was.parts);
  const withMessages = was.parts.map((part): PoPart => {
    if (part.kind !== 'field' || !part.keyword.startsWith('msgid')) return part;
    const translation = translations.at(part.keyword === 'msgid' ? 0 : -1);
    return { ...part, raw: (translation?.raw ?? '').replace(/^[ \t]*msgstr(?:\[\d+\])?/, part.keyword) };
  });
  return rawOf(withMessages);
};
