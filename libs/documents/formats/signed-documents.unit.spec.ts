import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { docxFormat } from '#libs/documents/formats/docx/docx.format.js';
import {
  type DocumentFormat,
  defaultFormatOptions,
  defaultMergeOptions,
  type FormatWarning,
} from '#libs/documents/formats/format.port.js';
import { odtFormat } from '#libs/documents/formats/odt/odt.format.js';
import { pptxFormat } from '#libs/documents/formats/pptx/pptx.format.js';
import { memoryFile } from '#libs/documents/formats/source-file.js';
import { xlsxFormat } from '#libs/documents/formats/xlsx/xlsx.format.js';
import { ZipArchive } from '#libs/documents/formats/zip/zip-archive.js';
import { zipOf } from '#libs/documents/formats/zip/zip-sample.fixture.js';
import type { Segment } from '#libs/text/segments/segment.js';

const relationships = 'http://schemas.openxmlformats.org/package/2006/relationships';
const relationshipTo = (type: string, target: string) =>
  `<Relationship Id="rIdS" Type="${relationships}/digital-signature/${type}" Target="${target}"/>`;
const relationshipsWith = (content: string) => `<Relationships xmlns="${relationships}">${content}</Relationships>`;
const override = '<Override PartName="/_xmlsignatures/sig1.xml" ContentType="x/y"/>';

/** The entries of a signed document that no other has. */
const signatures = {
  opc: {
    '_xmlsignatures/origin.sigs': '',
    '_xmlsignatures/_rels/origin.sigs.rels': relationshipsWith(relationshipTo('signature', 'sig1.xml')),
    '_xmlsignatures/sig1.xml': '<Signature/>',
  },
  odf: { 'META-INF/documentsignatures.xml': '<document-signatures/>' },
};

const entriesIn = async (bytes: Uint8Array): Promise<Record<string, Buffer>> => {
  const archive = await ZipArchive.open(memoryFile(bytes));
  const entries: Record<string, Buffer> = {};
  for (const entry of archive.entries) entries[entry.name] = await buffer(archive.read(entry));
  return entries;
};

/** A sample with the entries of signatures, and with what names these. */
const signed = async (sample: URL, kind: keyof typeof signatures): Promise<Buffer> => {
  const entries = Object.entries(await entriesIn(readFileSync(sample))).map(([name, content]) => {
    const text = content.toString();
    if (name === '_rels/.rels')
      return {
        name,
        content: text.replace(/(?=<\/Relationships>)/, relationshipTo('origin', '_xmlsignatures/origin.sigs')),
      };
    return { name, content: name === '[Content_Types].xml' ? text.replace(/(?=<\/Types>)/, override) : content };
  });
  return zipOf([...entries, ...Object.entries(signatures[kind]).map(([name, content]) => ({ name, content }))]);
};

const translated = async (format: DocumentFormat, bytes: Uint8Array, targetLanguage: string) => {
  const file = memoryFile(bytes);
  const options = { ...defaultMergeOptions, sourceLanguage: 'en', targetLanguage };
  const texts: Segment[] = [];
  for await (const batch of format.extract(file, defaultFormatOptions)) texts.push(...batch.map(({ parts }) => parts));
  const chunks: Uint8Array[] = [];
  const writing = format.merge(
    file,
    options,
    (async function* () {
      yield* texts;
      return undefined;
    })(),
  );
  for (;;) {
    const next = await writing.next();
    if (next.done) return { bytes: Buffer.concat(chunks), warnings: next.value.warnings ?? [] };
    chunks.push(next.value);
  }
};
const codesOf = (warnings: readonly FormatWarning[]) => warnings.map(({ code }) => code);
const sampleOf = (path: string) => new URL(`./${path}`, import.meta.url);

describe.each([
  { format: docxFormat, sample: sampleOf('docx/samples/runs.docx'), kind: 'opc' as const },
  { format: pptxFormat, sample: sampleOf('pptx/samples/town.pptx'), kind: 'opc' as const },
  { format: xlsxFormat, sample: sampleOf('xlsx/samples/town.xlsx'), kind: 'opc' as const },
  { format: odtFormat, sample: sampleOf('odt/samples/runs.odt'), kind: 'odf' as const },
])('a signed document: $format.name', ({ format, sample, kind }) => {
  it('the translation has no signature, which would not cover it, and nothing that names one', async () => {
    const { bytes, warnings } = await translated(format, await signed(sample, kind), 'es');
    expect(codesOf(warnings)).toEqual(['signature_broken']);
    const unsigned = await translated(format, readFileSync(sample), 'es');
    expect(codesOf(unsigned.warnings)).toEqual([]);
    const [entries, expected] = [await entriesIn(bytes), await entriesIn(unsigned.bytes)];
    expect(Object.keys(entries)).toEqual(Object.keys(expected));
    for (const [name, content] of Object.entries(expected)) expect(entries[name]?.equals(content), name).toBe(true);
  });

  it('a document that does not change stays signed', async () => {
    const source = await signed(sample, kind);
    const { bytes, warnings } = await translated(format, source, 'en');
    expect(bytes.equals(source)).toBe(true);
    expect(warnings).toEqual([]);
  });
});
