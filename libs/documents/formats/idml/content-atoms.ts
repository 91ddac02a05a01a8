/** A stretch of the source of a `Content`, as its text or markup sees it. */
export interface Atom {
  kind: 'text' | 'blank' | 'break' | 'cut' | 'single';
  start: number;
  raw: string;
  text: string;
}

const entities = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** Tabs, and the instruction that aligns what follows to the right, stand between words; so does a paragraph end. */
const cuts = /^(?:[\t\u2029]|<\?ACE 8\?>)$/;

/** The atoms of a text as it is written, from `start` on; processing instructions among it are single ones. */
export const atomsOf = (source: string, start: number): Atom[] => {
  const atoms: Atom[] = [];
  for (let at = 0; at < source.length; ) {
    const raw = source.slice(at, endOfCharacter(source, at));
    const text = raw.startsWith('&') ? textOfReference(raw) : raw;
    const kind = kindOf(raw, text);
    const last = atoms.at(-1);
    if (last?.kind === kind && (kind === 'text' || kind === 'blank')) {
      last.raw += raw;
      last.text += text;
    } else atoms.push({ kind, start: start + at, raw, text });
    at += raw.length;
  }
  return atoms;
};

const markupEnds = [
  ['<?', '?>'],
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['&', ';'],
] as const;

/** The end of a character, a reference to one, or markup that stands for none. */
const endOfCharacter = (source: string, at: number): number => {
  const markup = markupEnds.find(([begin]) => source.startsWith(begin, at));
  const end = markup ? source.indexOf(markup[1], at + markup[0].length) : -1;
  if (markup && end >= 0) return end + markup[1].length;
  return at + ((source.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
};

const textOfReference = (raw: string): string => {
  const name = raw.slice(1, -1);
  if (!name.startsWith('#')) return entities.get(name) ?? raw;
  const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
  return code <= 0x10ffff ? String.fromCodePoint(code) : raw;
};

const kindOf = (raw: string, text: string): Atom['kind'] => {
  if (cuts.test(raw) || cuts.test(text)) return 'cut';
  if (raw.startsWith('<')) return 'single';
  if (text === '\u2028') return 'break';
  // Private characters stand for what only InDesign knows.
  if (/^[\ue000-\uf8ff\ufeff\ufffc]$/.test(text)) return 'single';
  return text.trim() === '' ? 'blank' : 'text';
};
