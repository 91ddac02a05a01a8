import { docxOf, p, r } from '#libs/documents/formats/docx/docx-sample.fixture.js';
import { defaultFormatOptions } from '#libs/documents/formats/format.port.js';
import { formatNamed } from '#libs/documents/formats/format-registry.js';
import { onePage } from '#libs/documents/formats/pdf/pdf-sample.fixture.js';
import { memoryFile } from '#libs/documents/formats/source-file.js';
import { writeSegment } from '#libs/ports/inference/triton/contract/sample-segments.js';
import { eventually } from './eventually.js';
import type { RunningService } from './running-service.js';

export type SampleFormat = 'docx' | 'pdf';

/** A document of so many paragraphs, each `Save all changes and close dialog.` with a bold word. */
export const boldDocument = (format: SampleFormat, paragraphs = 1): Buffer => {
  const paragraph = p(`${r('Save all ')}${r('changes', '<w:b/>')}${r(' and close dialog.')}`);
  if (format === 'docx') return docxOf(paragraph.repeat(paragraphs));
  const written = '(Save all ) Tj /F2 12 Tf (changes) Tj /F1 12 Tf ( and close dialog.) Tj';
  return onePage(Array.from({ length: paragraphs }, () => written).join(' 0 -42 Td '));
};

interface DocumentState {
  id: string;
  status: string;
}

const stateOf = async (response: Promise<Response>): Promise<DocumentState> =>
  ((await (await response).json()) as { data: DocumentState }).data;

/** Uploads a document to be translated from English to German, and returns its id. */
export const uploadDocument = async (service: RunningService, file: Buffer, name: string): Promise<string> => {
  const form = new FormData();
  for (const [field, value] of Object.entries({ source: 'en', target: 'de' })) form.set(field, value);
  form.set('file', new Blob([new Uint8Array(file)]), name);
  return (await stateOf(service.fetch('/v1/documents', { method: 'POST', body: form }))).id;
};

/** The paragraphs of a translated document with their inline tags, once it is translated. */
export const translatedParagraphs = async (
  service: RunningService,
  id: string,
  format: SampleFormat,
): Promise<string[]> => {
  const state = () => stateOf(service.fetch(`/v1/documents/${id}`));
  const { status } = await eventually(state, (document) => document.status !== 'processing');
  if (status !== 'completed') throw new Error(`The document is ${status}`);
  const response = await service.fetch(`/v1/documents/${id}/download`);
  const file = memoryFile(new Uint8Array(await response.arrayBuffer()));
  const paragraphs: string[] = [];
  for await (const batch of formatNamed(format).extract(file, defaultFormatOptions))
    paragraphs.push(...batch.map(({ parts }) => writeSegment(parts)));
  return paragraphs;
};
