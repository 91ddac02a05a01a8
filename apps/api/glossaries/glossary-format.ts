import { Rejection } from '#libs/domain/errors/rejection.js';
import type { GlossaryFormat } from '#libs/text/glossary/exchange/glossary-file.js';

export const glossaryFormats = ['csv', 'tsv', 'tbx'] as const satisfies readonly GlossaryFormat[];

/** Media types of each format; responses are sent as the first. */
const mediaTypes: Record<GlossaryFormat, readonly [string, ...string[]]> = {
  csv: ['text/csv'],
  tsv: ['text/tab-separated-values'],
  tbx: ['application/x-tbx+xml', 'application/x-tbx', 'application/tbx+xml'],
};

const extensions: Record<string, GlossaryFormat> = { csv: 'csv', tsv: 'tsv', tab: 'tsv', tbx: 'tbx' };

/** Media types of bodies that are a glossary file themselves. */
export const glossaryMediaTypes: readonly string[] = Object.values(mediaTypes).flat();

export const mediaTypeOf = (format: GlossaryFormat): string => `${mediaTypes[format][0]}; charset=utf-8`;

const plainType = (header: string | undefined): string => header?.split(';', 1)[0]?.trim().toLowerCase() ?? '';

/** Undefined for a media type that belongs to no glossary format. */
export const formatOfMediaType = (header: string | undefined): GlossaryFormat | undefined =>
  glossaryFormats.find((format) => mediaTypes[format].includes(plainType(header)));

/**
 * The format by the file's extension or, without a known one, by its declared type.
 * @throws Rejection `unsupported_format`
 */
export const formatOfFile = (name: string, declaredType: string): GlossaryFormat => {
  const extension = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  const byName = Object.hasOwn(extensions, extension) ? extensions[extension] : undefined;
  const format = byName ?? formatOfMediaType(declaredType);
  if (format !== undefined) return format;
  throw new Rejection('unsupported_format', {
    message: 'A glossary file is .csv, .tsv or .tbx.',
    details: { file: ['must be a .csv, .tsv or .tbx file'] },
  });
};

const qualityOf = (range: string): number => {
  const quality = /;\s*q=([\d.]+)/i.exec(range)?.[1];
  return quality === undefined ? 1 : Number(quality);
};

/** The format that an `Accept` header prefers; undefined is JSON, also when it names no known type. */
export const acceptedFormat = (accept: string | undefined): GlossaryFormat | undefined => {
  const ranges = (accept ?? '')
    .split(',')
    .map((range) => ({ type: plainType(range), format: formatOfMediaType(range), quality: qualityOf(range) }))
    .filter(({ type, format, quality }) => quality > 0 && (format !== undefined || isJson(type)));
  const best = Math.max(...ranges.map(({ quality }) => quality));
  return ranges.find(({ quality }) => quality === best)?.format;
};

const isJson = (type: string): boolean => ['application/json', 'application/*', '*/*'].includes(type);
