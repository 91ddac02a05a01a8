import type { FormatDescription } from '#libs/documents/formats/host/format-host.js';
import { listedFormats } from '#libs/documents/formats/listed-formats.js';
import { type FormatOptionName, optionCatalogue } from '#libs/documents/options/option-catalogue.js';
import { maxDocumentBytes } from '#libs/domain/document/document-size.js';
import type { DocumentFormatDto, FormatOptionDto } from './formats.dto.js';

const optionsOf = ({ options }: FormatDescription): FormatOptionDto[] =>
  Object.entries(optionCatalogue)
    .filter(([name]) => options.includes(name as FormatOptionName))
    .map(([name, option]) => ({ name, ...option }));

/** All formats of the product; those among `readable` are available unless something is missing. */
export const formatList = (readable: readonly FormatDescription[]): DocumentFormatDto[] =>
  listedFormats.map(({ id, name, extensions, mediaTypes }) => {
    const format = readable.find((candidate) => candidate.name === id);
    const reason = format === undefined ? 'This release does not read such files yet.' : format.missing;
    return {
      id,
      name,
      extensions: [...(format?.extensions ?? extensions)],
      media_types: [...new Set(format === undefined ? mediaTypes : [format.mediaType, ...mediaTypes])],
      outputs: format === undefined ? [] : [id, ...(format.outputs ?? [])],
      options: format === undefined ? [] : optionsOf(format),
      include_source: format?.options.includes('include_source') ?? false,
      page_images: format?.isDrawn ?? false,
      max_bytes: maxDocumentBytes,
      max_pages: format?.maxPages ?? null,
      available: reason === undefined,
      unavailable_reason: reason ?? null,
    };
  });
