import type { DrawingWriting } from '#libs/documents/formats/drawingml/drawing-part.js';
import { relabelDrawing } from '#libs/documents/formats/drawingml/language-tags.js';
import type { DocumentFormat } from '#libs/documents/formats/format.port.js';
import { presentationOptions } from '#libs/documents/formats/office-traits.js';
import { unsigning } from '#libs/documents/formats/opc/opc-signatures.js';
import { extractPackage, mergePackage } from '#libs/documents/formats/opc/package-text.js';
import { Overflows } from '#libs/documents/formats/overflows.js';
import { directionChange } from '#libs/text/languages/text-direction.js';
import { unitsOfParts } from './part-units.js';
import { shapeInPlaceOf } from './picture-shape.js';
import { openPresentation, presentationTypes } from './presentation.js';
import { partsOf } from './presentation-parts.js';

/** PresentationML in an Office Open XML package (ECMA-376, transitional and strict): presentations, templates, shows. */
export const pptxFormat: DocumentFormat = {
  name: 'pptx',
  mediaType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  extensions: ['pptx', 'potx', 'ppsx', 'pptm', 'potm', 'ppsm'],
  container: 'zip',
  options: presentationOptions,
  recognises: ({ packageType = '' }) => presentationTypes.has(packageType),

  async *extract(file, options) {
    const presentation = await openPresentation(file);
    const { archive, slides } = presentation;
    const parts = await partsOf(presentation, options);
    const skipped = yield* extractPackage(archive, unitsOfParts(archive, parts, options));
    return { pageCount: slides.length, skipped };
  },

  async *merge(file, options, translations) {
    const presentation = await openPresentation(file);
    const { sourceLanguage, targetLanguage, preserveLayout, includeSource } = options;
    const relabel = relabelDrawing(sourceLanguage, targetLanguage);
    const overflows = new Overflows();
    const change = directionChange(sourceLanguage, targetLanguage);
    const writing: DrawingWriting = {
      change,
      relabel,
      fitsShape: preserveLayout,
      overflows,
      source: includeSource ? { language: relabel && sourceLanguage } : undefined,
      inPlaceOfPicture: options.preserveImages
        ? undefined
        : (picture, nameTag, words) => shapeInPlaceOf(picture, nameTag, words, change),
    };
    const parts = await partsOf(presentation, options);
    const { archive } = presentation;
    const signatures = await unsigning(archive, options);
    yield* mergePackage(archive, unitsOfParts(archive, parts, options, writing), translations, signatures);
    return { ...overflows.summary, warnings: signatures.warnings };
  },
};
