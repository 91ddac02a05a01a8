import { type InlineItem, type InlineSyntax, piecesOfRun } from '#libs/documents/formats/inline/inline-run.js';
import { repairTags, sameSegment } from '#libs/documents/formats/tag-repair.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { asText } from '#libs/text/segments/segment-texts.js';
import { onOneLine } from './line-segment.js';

/** A code of a print header: a section (`&L`), a font, size or colour, a field (`&P`), or a style switched on and off. */
const code = /&(?:"[^"]*"|\d{1,3}|K(?:[0-9A-Fa-f]{6}|\d\d[+-]\d{3})|[^&])/y;
const section = /^&[LCR]$/i;

/** A digit right behind a size would be read as part of it. */
const joined = (pieces: readonly string[]): string =>
  pieces.reduce((all, piece) => {
    const isRead = /^\d/.test(piece) && /&\d{1,3}$/.test(all.slice(-4));
    return isRead ? `${all} ${piece}` : all + piece;
  }, '');

const syntax = (role: 'header' | 'footer'): InlineSyntax => ({
  role,
  decode: (raw) => raw.replaceAll('&&', '&'),
  encode: (text) => text.replaceAll('&', '&&'),
  edgeSpace: { start: /^\s+/, end: /\s$/ },
  collapse: false,
  layOut: (written) => joined(written.map(({ raw }) => raw)),
});

interface HeaderPiece {
  source: string;
  parts?: Segment;
  render?(translation: Segment): string;
}

/** Sections and lines of a print header, which are translated each by itself. */
const runsOf = (header: string): { separators: string[]; runs: InlineItem[][] } => {
  const separators: string[] = [];
  const runs: InlineItem[][] = [[]];
  const add = (item: InlineItem): void => {
    const last = runs.at(-1)?.at(-1);
    if (last?.kind === 'text' && item.kind === 'text') last.raw += item.raw;
    else runs.at(-1)?.push(item);
  };
  const end = (separator: string): void => {
    separators.push(separator);
    runs.push([]);
  };
  for (let at = 0; at < header.length; ) {
    code.lastIndex = at;
    const [found] = code.exec(header) ?? [];
    if (found === undefined) {
      const raw = header.startsWith('&&', at) ? '&&' : header.slice(at, at + 1);
      if (raw === '\n') end(raw);
      else add({ kind: 'text', raw });
      at += raw.length;
    } else {
      if (section.test(found)) end(found);
      else add({ kind: 'single', raw: found });
      at += found.length;
    }
  }
  return { separators, runs };
};

/** The segments of a print header, and its text with their translations; undefined where it stays as it is. */
export const printHeader = (
  header: string,
  role: 'header' | 'footer',
): { segments: Segment[]; render(translations: readonly Segment[]): string | undefined } => {
  const { separators, runs } = runsOf(header);
  const pieces = runs.flatMap((run, at): HeaderPiece[] => [
    ...piecesOfRun(run, syntax(role)).map((piece) => (typeof piece === 'string' ? { source: piece } : piece)),
    { source: separators[at] ?? '' },
  ]);
  return {
    segments: pieces.flatMap(({ parts }) => (parts === undefined ? [] : [parts])),
    render(translations) {
      let at = 0;
      let isChanged = false;
      const written = pieces.map(({ source, parts, render }) => {
        if (parts === undefined || render === undefined) return source;
        const translation = asText(translations[at] ?? parts);
        at += 1;
        if (sameSegment(parts, translation)) return source;
        isChanged = true;
        return render(repairTags(parts, asText(onOneLine(translation))));
      });
      return isChanged ? joined(written) : undefined;
    },
  };
};
