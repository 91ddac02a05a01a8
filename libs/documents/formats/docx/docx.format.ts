import {
  type DocumentFormat,
  defaultFormatOptions,
  type ExtractedSegment,
} from '#libs/documents/formats/format.port.js';
import { layoutSummary } from '#libs/documents/formats/layout/paragraph-pages.js';
import { wordOptions } from '#libs/documents/formats/office-traits.js';
import { extractPackage, mergePackage } from '#libs/documents/formats/opc/package-text.js';
import { partTokens } from '#libs/documents/formats/opc/part-tokens.js';
import { pageCountOf } from './document-properties.js';
import { type DocxPackage, documentTypes, openDocx } from './docx-package.js';
import { markedDocument } from './pages/marked-document.js';
import { unitsOfParts } from './part-units.js';
import { headingStyles } from './word/word-styles.js';

/** WordprocessingML in an Office Open XML package (ECMA-376, transitional and strict): documents and templates. */
export const docxFormat: DocumentFormat = {
  name: 'docx',
  mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  extensions: ['docx', 'docm', 'dotx', 'dotm'],
  container: 'zip',
  options: wordOptions,
  recognises: ({ packageType = '' }) => documentTypes.has(packageType),

  async *extract(file, options) {
    const docx = await openDocx(file, options);
    const { archive, styles } = docx;
    const headings = styles === undefined ? new Set<string>() : await headingStyles(partTokens(archive, styles));
    const batches = extractPackage(archive, unitsOfParts(docx, options, headings));
    let characters = 0;
    for (;;) {
      const next = await batches.next();
      if (next.done) {
        return { pageCount: await pagesOf(docx, characters), ...layoutSummary(options), skipped: next.value };
      }
      characters += lengthOf(next.value);
      yield next.value;
    }
  },

  async *merge(file, options, translations) {
    const docx = await openDocx(file, options);
    // Only extraction tells headings from other text.
    yield* mergePackage(docx.archive, unitsOfParts(docx, options, new Set(), options), translations);
    return {};
  },

  async *marked(file) {
    yield* markedDocument(await openDocx(file, defaultFormatOptions));
  },
};

const lengthOf = (segments: readonly ExtractedSegment[]): number => {
  let length = 0;
  for (const { parts } of segments) for (const part of parts) if ('text' in part) length += part.text.length;
  return length;
};

const pagesOf = async ({ archive, properties }: DocxPackage, characters: number): Promise<number | undefined> =>
  properties === undefined ? undefined : await pageCountOf(partTokens(archive, properties), characters);
