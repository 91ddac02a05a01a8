import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '#test/project-root.js';

/** Placeholder in a sample for the number of each document, which no translation changes. */
const placeholder = '100000';

export interface DocumentSample {
  name: string;
  /** The content with the number of this document. */
  contentFor(number: number): Buffer;
}

/** Replaces the placeholder, in a text of any encoding. */
export const numbered = (content: Buffer, number: number): Buffer =>
  Buffer.from(content.toString('latin1').replaceAll(placeholder, String(number)), 'latin1');

const sample = (name: string, content: Buffer): DocumentSample => ({
  name,
  contentFor: (number) => numbered(content, number),
});

/** The number that the placeholder itself stands for. */
export const referenceNumber = Number(placeholder);

const text = Array.from({ length: 12 }, (_, line) => `Line ${line} of the order ${placeholder} is ready.\n`).join('\n');
const html = `<!doctype html><html lang="en"><head><title>Order ${placeholder}</title></head>
<body><h1>The house is <b>big</b>.</h1><p>Your order ${placeholder} is <em>very</em> small.</p></body></html>
`;
const subtitles = `1
00:00:01,000 --> 00:00:03,000
The dog of the order ${placeholder} is small.

2
00:00:04,000 --> 00:00:06,000
<i>The house is big.</i>
`;

/** One sample of each format; the last, compressed, is the same each time. */
export const documentSamples: readonly DocumentSample[] = [
  sample('order.txt', Buffer.from(text)),
  sample('order.html', Buffer.from(html)),
  sample('order.srt', Buffer.from(subtitles)),
  sample('order.docx', readFileSync(join(projectRoot, 'libs/documents/formats/docx/samples/structures.docx'))),
];
