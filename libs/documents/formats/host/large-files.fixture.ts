import { docxEntries, p as wordParagraph, r as wordRun } from '../docx/docx-sample.fixture.js';
import { p as drawnParagraph, r as drawnRun, sp } from '../drawingml/drawing-part.fixture.js';
import { br, c, csr, idmlEntries, psr } from '../idml/idml-sample.fixture.js';
import { box, cell, odfEntries, p as odfParagraph, row as odfRow, sheet, slide } from '../odf/odf-sample.fixture.js';
import { pagesOf } from '../pdf/pdf-sample.fixture.js';
import { pptxEntries } from '../pptx/pptx-sample.fixture.js';
import { row, text, cell as xlsxCell, xlsxEntries } from '../xlsx/xlsx-sample.fixture.js';
import { type SampleEntry, zipOf } from '../zip/zip-sample.fixture.js';

/** Prose of some twenty words, no two alike. */
const prose = (number: number): string =>
  `The committee met in room ${number} on the second floor and talked about the new bridge for ${number % 97} hours.`;

/** Pieces that together have about that many bytes. */
const pieces = (bytes: number, pieceOf: (number: number) => string): string[] => {
  const size = pieceOf(100_000).length;
  return Array.from({ length: Math.max(1, Math.floor(bytes / size)) }, (_, at) => pieceOf(at));
};
const joined = (bytes: number, pieceOf: (number: number) => string): string => pieces(bytes, pieceOf).join('');

/** Parts of 1 MiB at most, for formats that are many parts. */
const parts = (bytes: number, pieceOf: (number: number) => string): string[] => {
  const each = Math.min(bytes, 2 ** 20);
  return Array.from({ length: Math.round(bytes / each) }, () => joined(each, pieceOf));
};

/** Its parts are not compressed, so that the size of the file is that of its markup. */
const stored = (entries: readonly SampleEntry[]): Buffer =>
  zipOf(entries.map((entry) => ({ ...entry, isStored: true })));

const cue = (number: number): string => {
  const clock = new Date(number * 2_000).toISOString();
  return clock.slice(11, 23);
};

const workbook = (bytes: number): Buffer => {
  const strings = pieces(bytes * 0.7, (number) => `<si>${text(prose(number))}</si>`).map((string) =>
    string.slice(4, -5),
  );
  const rows = strings.map((_, at) => row(at + 1, `${xlsxCell(`A${at + 1}`, at)}<c r="B${at + 1}"><v>${at}</v></c>`));
  return stored(xlsxEntries({ sheets: [{ name: 'Rooms', rows: rows.join('') }], strings }));
};

const pdf = (bytes: number): Buffer => {
  const lines = 40;
  const page = (number: number): string =>
    Array.from({ length: lines }, (_, line) => `(${prose(number * lines + line).slice(0, 70)}) Tj T*`).join('\n');
  // The contents of pages are deflated to a fifth or so.
  const count = Math.max(1, Math.floor(bytes / 1_100));
  return pagesOf(
    Array.from({ length: count }, (_, at) => ({ content: `BT /F1 10 Tf 14 TL 20 580 Td\n${page(at)}\nET` })),
  );
};

/** A file of a format with about so many bytes, of prose like that of people. */
export const largeFiles: Readonly<Record<string, (bytes: number) => Buffer>> = {
  txt: (bytes) => Buffer.from(joined(bytes, (at) => `${prose(at)}\n\n`)),
  html: (bytes) => Buffer.from(joined(bytes, (at) => `<p class=x>${prose(at)} <b>${prose(at)}</b></p>\n`)),
  markdown: (bytes) => Buffer.from(joined(bytes, (at) => `- ${prose(at)} **${prose(at)}**\n\n`)),
  xml: (bytes) => Buffer.from(`<a>${joined(bytes, (at) => `<p>${prose(at)} <b>${prose(at)}</b></p>\n`)}</a>`),
  json: (bytes) => Buffer.from(`[${joined(bytes, (at) => `{"id": "a_${at}", "text": "${prose(at)}"},\n`)}"The end"]`),
  yaml: (bytes) =>
    Buffer.from(
      parts(bytes, (at) => `- ${prose(at)}\n`)
        .flatMap((part) => ['---\n', part.slice(0, 400_000).replace(/[^\n]*$/, '')])
        .join(''),
    ),
  csv: (bytes) => Buffer.from(joined(bytes, (at) => `a_${at},"${prose(at)}, and more"\n`)),
  srt: (bytes) =>
    Buffer.from(
      joined(
        bytes,
        (at) => `${at + 1}\n${cue(at).replace('.', ',')} --> ${cue(at + 1).replace('.', ',')}\n${prose(at)}\n\n`,
      ),
    ),
  vtt: (bytes) => Buffer.from(`WEBVTT\n\n${joined(bytes, (at) => `${cue(at)} --> ${cue(at + 1)}\n${prose(at)}\n\n`)}`),
  ass: (bytes) => script(bytes),
  ssa: (bytes) => script(bytes),
  rtf: (bytes) =>
    Buffer.from(
      `{\\rtf1\\ansi\\pard ${joined(bytes, (at) => `{\\insrsid1 ${prose(at)} }{\\b ${prose(at)}}\\par\r\n`)}}`,
    ),
  docx: (bytes) =>
    stored(
      docxEntries({
        body: joined(bytes, (at) => wordParagraph(wordRun(`${prose(at)} `) + wordRun(prose(at), '<w:b/>'))),
      }),
    ),
  xlsx: workbook,
  pptx: (bytes) =>
    stored(
      pptxEntries({
        slides: parts(bytes, (at) => sp(drawnParagraph(drawnRun(prose(at))))).map((shapes) => ({ shapes })),
      }),
    ),
  odt: (bytes) => stored(odfEntries({ kind: 'text', body: joined(bytes, (at) => odfParagraph(prose(at))) })),
  ods: (bytes) =>
    stored(
      odfEntries({
        kind: 'spreadsheet',
        body: sheet(
          'Rooms',
          joined(bytes, (at) => odfRow(cell(odfParagraph(prose(at))))),
        ),
      }),
    ),
  odp: (bytes) =>
    stored(odfEntries({ kind: 'presentation', body: joined(bytes, (at) => slide(box(odfParagraph(prose(at))))) })),
  idml: (bytes) =>
    stored(
      idmlEntries({
        stories: Object.fromEntries(
          parts(bytes, (at) => psr(csr(c(prose(at)) + br))).map((story, at) => [`u${at}`, story]),
        ),
      }),
    ),
  pdf,
};

const script = (bytes: number): Buffer =>
  Buffer.from(
    `[Script Info]\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n${joined(bytes, (at) => `Dialogue: 0,${cue(at).slice(1, 11)},${cue(at + 1).slice(1, 11)},Default,,0,0,0,,${prose(at)}\n`)}`,
  );
