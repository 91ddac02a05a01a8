import {
  type DocumentFormat,
  defaultFormatOptions,
  type ExtractedSegment,
} from '#libs/documents/formats/format.port.js';
import { layoutSummary } from '#libs/documents/formats/layout/paragraph-pages.js';
import { wordOptions } from '#libs/documents/formats/office-traits.js';
import { unsigning } from '#libs/documents/formats/opc/opc-signatures.js';
import { extractPackage, mergePackage } from '#libs/documents/formats/opc/package-text.js';
import { partTokens } from '#libs/documents/formats/opc/part-tokens.js';
import { pageCountOf } from './document-properties.js';
import { type DocxPackage, documentTypes, openDocx } from './docx-package.js';
import { markedDocument } from './pages/marked-document.js';
import { unitsOfParts } from './part-units.js';
import { noStyles, type WordStyles, wordStyles } from './word/word-styles.js';

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
    const batches = extractPackage(docx.archive, unitsOfParts(docx, options, await stylesOf(docx)));
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
    const signatures = await unsigning(docx.archive, options);
    const units = unitsOfParts(docx, options, await stylesOf(docx), options);
    yield* mergePackage(docx.archive, units, translations, signatures);
    return { warnings: signatures.warnings };
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

const stylesOf = async ({ archive, styles }: DocxPackage): Promise<WordStyles> =>
  styles === undefined ? noStyles : await wordStyles(partTokens(archive, styles));

const pagesOf = async ({ archive, properties }: DocxPackage, characters: number): Promise<number | undefined> =>
  properties === undefined ? undefined : await pageCountOf(partTokens(archive, properties), characters);
