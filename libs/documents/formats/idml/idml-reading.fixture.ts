import {
  type DocumentSummary,
  defaultFormatOptions,
  defaultMergeOptions,
  type ExtractedSegment,
  type FormatOptions,
  type MergeOptions,
} from '#libs/documents/formats/format.port.js';
import { memoryFile } from '#libs/documents/formats/source-file.js';
import { ZipArchive } from '#libs/documents/formats/zip/zip-archive.js';
import type { Segment } from '#libs/text/segments/segment.js';
import { idmlFormat } from './idml.format.js';
import { type IdmlParts, idmlOf } from './idml-sample.fixture.js';

export const extracted = async (parts: IdmlParts | string, options: Partial<FormatOptions> = {}) => {
  const segments: ExtractedSegment[] = [];
  const pass = idmlFormat.extract(memoryFile(idmlOf(parts)), { ...defaultFormatOptions, ...options });
  let summary: DocumentSummary = {};
  for (let next = await pass.next(); ; next = await pass.next()) {
    if (next.done) {
      summary = next.value;
      break;
    }
    segments.push(...next.value);
  }
  return { segments, summary };
};

/** `[1]` and `[/1]` for a pair, `[1/]` for a single tag. */
export const shown = (parts: Segment): string =>
  parts
    .map((part) => {
      if ('text' in part) return part.text;
      return part.kind === 'open' ? `[${part.id}]` : part.kind === 'close' ? `[/${part.id}]` : `[${part.id}/]`;
    })
    .join('');

export const textsOf = async (parts: IdmlParts | string, options?: Partial<FormatOptions>) =>
  (await extracted(parts, options)).segments.map((segment) => shown(segment.parts));

const read = (text: string): Segment =>
  text.split(/(\[\/?\d+\/?\])/).flatMap((piece): Segment => {
    const id = Number(/\d+/.exec(piece)?.[0]);
    if (/^\[\d+\]$/.test(piece)) return [{ kind: 'open', id }];
    if (/^\[\/\d+\]$/.test(piece)) return [{ kind: 'close', id }];
    if (/^\[\d+\/\]$/.test(piece)) return [{ kind: 'single', id }];
    return piece === '' ? [] : [{ kind: 'text', text: piece }];
  });

/** The story of a document with these translations, or another of its parts. */
export const merged = async (
  parts: IdmlParts | string,
  translations: readonly string[],
  options: Partial<MergeOptions> = {},
  name = 'Stories/Story_u1.xml',
): Promise<string> => {
  const all = { ...defaultMergeOptions, sourceLanguage: 'en', targetLanguage: 'es', ...options };
  const answers = (async function* () {
    for (const translation of translations) yield read(translation);
    return undefined;
  })();
  const chunks: Uint8Array[] = [];
  for await (const chunk of idmlFormat.merge(memoryFile(idmlOf(parts)), all, answers)) chunks.push(chunk);
  const archive = await ZipArchive.open(memoryFile(Buffer.concat(chunks)));
  const entry = archive.find(name);
  let xml = '';
  if (entry) for await (const chunk of archive.read(entry)) xml += Buffer.from(chunk).toString();
  return xml;
};

export const storyOf = (xml: string): string =>
  xml.slice(xml.indexOf('<Story Self="u1">\n') + 18, xml.indexOf('\n</Story>'));
