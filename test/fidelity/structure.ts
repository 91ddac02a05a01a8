import type { SourceFile } from '#libs/documents/formats/format.port.js';
import { readFully } from '#libs/documents/formats/source-file.js';
import { ZipArchive } from '#libs/documents/formats/zip/zip-archive.js';

/** Bytes of a part that are compared at most. */
const largest = 64 * 1024 ** 2;

const afterLetter = (letter: string): string =>
  letter === 'z' ? 'a' : letter === 'Z' ? 'A' : String.fromCharCode(letter.charCodeAt(0) + 1);

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const decoded = (text: string): string =>
  text.replace(/&(#x[0-9a-f]{1,6}|#[0-9]{1,7}|\w{1,12});/gi, (_found, name: string) => {
    const code = Number(name.replace(/^#/, '').replace(/^x/i, '0x'));
    return name.startsWith('#') ? String.fromCharCode(code) : (named[name] ?? '*');
  });

/** A text with all letters alike, without spaces: a translation may be set with others. */
const masked = (text: string): string =>
  decoded(text)
    .replace(/[A-Z]|[^ -~\s]/giu, '*')
    .replace(/\s+/g, '');

/** The place that a link to a heading goes to, where the name of the heading has become another. */
const anchor = /<a id="[^"]*"><\/a>/g;
/** The wish of a workbook whose texts have changed to be computed anew. */
const computedAnew = /(<calcPr[^<>]*?) fullCalcOnLoad="1"/g;

const isQuoted = (line = ''): boolean => /^ {0,3}>.*[^\s>]/.test(line);

/**
 * The characters of a text without markup that are no wording: numbers and brackets. A translation may be escaped in
 * another way, and sentences of subtitles are laid out again over lines and cues.
 */
const marksOf = (text: string): string =>
  text
    .split('\n')
    .map((line, at, lines) => (isQuoted(line) && isQuoted(lines[at - 1]) ? line.replace('>', '') : line))
    .join('\n')
    .replace(anchor, '')
    .replace(/\\U[0-9A-Fa-f]{8}|\\u[0-9A-Fa-f]{4}|\\[Nn]/g, ' ')
    .replace(/[^0-9(){}[\]<>|=/#@%$]/g, '');

const tags = /<[^<>]*>/g;

/** Runs of characters: segments are whole paragraphs, so that runs with the same look become one. */
const runs =
  /^<\/?(?:[wa]:r|[wa]:t|r|t|w:proofErr|w:lastRenderedPageBreak|text:span|text:s|CharacterStyleRange|Content|\?ACE)[\s/>]/;
const runLook = /^<(\/?)(?:[wa]:)?rPr(?:\s[^<>]*)?>$/;

/** The look of a run of InDesign. */
const propertiesOfRun = /(<CharacterStyleRange\s[^<>]*>\s*)<Properties>.*?<\/Properties>/gs;

/** The tags of a text without those of runs of characters. */
const structureOf = (text: string): string[] => {
  let isInLook = false;
  return (text.replace(propertiesOfRun, '$1').match(tags) ?? []).filter((tag) => {
    const look = runLook.exec(tag);
    if (look !== null) isInLook = look[1] === '' && !tag.endsWith('/>');
    return look === null && !isInLook && !runs.test(tag);
  });
};

const valuesOf = (tag: string): string[] => tag.match(/"[^"]*"|'[^']*'/g) ?? [];
const namesOf = (tag: string): string => tag.replace(/"[^"]*"|'[^']*'/g, '""');

/** Whether a value is the same, or the translation of the other by `pseudo`. */
const isTranslated = (source: string, other: string): boolean => {
  if (source === other) return true;
  const [wanted, found] = [decoded(source).replace(/[A-Za-z]/g, afterLetter), decoded(other)];
  return masked(wanted) === masked(found) && wanted.replace(/[^A-Za-z]/g, '') === found.replace(/[^A-Za-z]/g, '');
};

const firstDifference = (one: string, two: string): string | undefined => {
  if (one === two) return undefined;
  const place = [...one].findIndex((sign, at) => sign !== two[at]);
  const from = place < 0 ? one.length : place;
  return `${one.slice(from, from + 60)} became ${two.slice(from, from + 60)}`;
};

/** The first place where more than the letters of a text differs; undefined where there is none. */
export const differenceOf = (source: string, other: string, isMarkup: boolean): string | undefined => {
  if (!isMarkup) return firstDifference(marksOf(source), marksOf(other));
  const [before, after] = [source, other].map((text) => withoutSections(text).replace(computedAnew, '$1'));
  return differenceOfMarkup(before ?? '', after ?? '');
};

/** CDATA sections as escaped text, which says the same. */
const withoutSections = (markup: string): string =>
  markup.replace(/<!\[CDATA\[(.*?)\]\]>/gs, (_section, text: string) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  );

const differenceOfMarkup = (source: string, other: string): string | undefined => {
  const [before, after] = [structureOf(source), structureOf(other)];
  for (const [at, tag] of before.entries()) {
    const now = after[at] ?? 'nothing';
    if (tag === now) continue;
    const [values, others] = [valuesOf(tag), valuesOf(now)];
    const isSame =
      namesOf(tag) === namesOf(now) && values.every((value, index) => isTranslated(value, others[index] ?? ''));
    if (!isSame) return `${tag.slice(0, 120)} became ${now.slice(0, 120)}`;
  }
  if (before.length !== after.length) return `${before.length} tags became ${after.length}`;
  const wordsOf = (markup: string): string => masked(markup.replace(propertiesOfRun, '').replace(tags, ''));
  return firstDifference(wordsOf(source), wordsOf(other));
};

const markup: ReadonlySet<string> = new Set(['html', 'xml']);

const textOf = (bytes: Uint8Array): string | undefined => {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

const entryOf = async (archive: ZipArchive, name: string): Promise<Uint8Array> => {
  const entry = archive.find(name);
  return entry === undefined ? new Uint8Array() : Buffer.concat(await Array.fromAsync(archive.read(entry)));
};

const differenceOfArchives = async (source: SourceFile, other: SourceFile): Promise<string | undefined> => {
  const [before, after] = [await ZipArchive.open(source), await ZipArchive.open(other)];
  const names = before.physicalOrder.map(({ name }) => name);
  if (names.join('\n') !== after.physicalOrder.map(({ name }) => name).join('\n'))
    return 'other entries, or in another order';
  for (const { name, crc32, size } of before.entries) {
    if (after.find(name)?.crc32 === crc32 || size > largest) continue;
    const [one, two] = [textOf(await entryOf(before, name)), textOf(await entryOf(after, name))];
    if (one === undefined || two === undefined) {
      if (/\.(xml|rels)$/.test(name)) continue;
      return `${name} has other bytes`;
    }
    const difference = differenceOf(one, two, true);
    if (difference !== undefined) return `${name}: ${difference}`;
  }
  return undefined;
};

/**
 * Where a file that was translated by `pseudo`, which keeps all but letters, differs in more than its text. Undefined
 * where it does not. Parts that are not in UTF-8 are not compared.
 */
export const structureDifference = async (
  source: SourceFile,
  other: SourceFile,
  format: string,
): Promise<string | undefined> => {
  const start = Buffer.from(await readFully(source, 0, Math.min(4, source.size)));
  if (start.equals(Buffer.from('PK\x03\x04'))) return differenceOfArchives(source, other);
  if (Math.max(source.size, other.size) > largest) return undefined;
  const before = textOf(await readFully(source, 0, source.size));
  const after = textOf(await readFully(other, 0, other.size));
  return before === undefined || after === undefined ? undefined : differenceOf(before, after, markup.has(format));
};
