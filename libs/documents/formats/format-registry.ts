import { arbFormat } from './arb/arb.format.js';
import { assFormat, ssaFormat } from './ass/ass.format.js';
import { compoundTypeOf } from './compound/compound-type.js';
import { contentSignature } from './content-signature.js';
import { csvFormat } from './csv/csv.format.js';
import { docxFormat } from './docx/docx.format.js';
import { FormatError, UnsupportedFormatError } from './format.errors.js';
import type { Container, DocumentFormat, FileStart, FormatTraits, SourceFile } from './format.port.js';
import { htmlFormat } from './html/html.format.js';
import { idmlFormat } from './idml/idml.format.js';
import { jsonFormat } from './json/json.format.js';
import { legacyFormats } from './legacy-formats.js';
import { markdownFormat } from './markdown/markdown.format.js';
import { odpFormat } from './odp/odp.format.js';
import { odsFormat } from './ods/ods.format.js';
import { odtFormat } from './odt/odt.format.js';
import { packageTypeOf } from './package-type.js';
import { pdfFormat } from './pdf/pdf.format.js';
import { xmlFormat } from './plain-xml/xml.format.js';
import { poFormat } from './po/po.format.js';
import { pptxFormat } from './pptx/pptx.format.js';
import { propertiesFormat } from './properties/properties.format.js';
import { rtfFormat } from './rtf/rtf.format.js';
import { readFully } from './source-file.js';
import { srtFormat } from './srt/srt.format.js';
import { detectEncoding } from './text/encoding-detection.js';
import { txtFormat } from './txt/txt.format.js';
import { vttFormat } from './vtt/vtt.format.js';
import { xcstringsFormat } from './xcstrings/xcstrings.format.js';
import { xlsxFormat } from './xlsx/xlsx.format.js';
import { yamlFormat } from './yaml/yaml.format.js';

export const formats: readonly DocumentFormat[] = [
  txtFormat,
  htmlFormat,
  srtFormat,
  docxFormat,
  pptxFormat,
  rtfFormat,
  vttFormat,
  assFormat,
  ssaFormat,
  xlsxFormat,
  odtFormat,
  odsFormat,
  odpFormat,
  idmlFormat,
  pdfFormat,
  xmlFormat,
  markdownFormat,
  arbFormat,
  xcstringsFormat,
  jsonFormat,
  yamlFormat,
  csvFormat,
  poFormat,
  propertiesFormat,
];

export const formatNamed = (name: string): DocumentFormat => {
  const format = formats.find((candidate) => candidate.name === name);
  if (!format) throw new UnsupportedFormatError('No document format has this name.');
  return format;
};

/** Marks of text direction, which can make a name look like another, do not count. */
const extensionOf = (fileName: string): string => {
  const visible = fileName.replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '').trim();
  return /\.([^./\\]+)$/.exec(visible)?.[1]?.toLowerCase() ?? '';
};

/** Every format of the product, also those that are converted first. */
export const formatTraits: readonly FormatTraits[] = [...formats, ...legacyFormats];

/** A format, and whether the file's name says another one. */
export interface DetectedFormat {
  format: FormatTraits;
  isNamedOtherwise: boolean;
}

const headLength = 4096;

/**
 * The format of a file. The content decides where it can tell; the name decides between formats that any content of
 * their kind can be, and the declared type where there is no name. Whether the file is whole, extraction finds out.
 * @throws UnsupportedFormatError for a name or a content that none of the formats reads
 * @throws FormatError for content that is not what the name says, and for an empty file
 */
export const detectFormat = async (
  file: SourceFile,
  fileName: string,
  declaredType?: string,
): Promise<DetectedFormat> => {
  const extension = extensionOf(fileName);
  const sameNamed = formatTraits.filter(({ extensions }) => extensions.includes(extension));
  if (extension !== '' && sameNamed.length === 0) {
    throw new UnsupportedFormatError(
      'Files with this extension cannot be translated. GET /v1/formats lists those that can.',
    );
  }
  if (file.size === 0) throw new FormatError('empty', 'The file is empty.');
  const head = await readFully(file, 0, Math.min(headLength, file.size));
  const signature = contentSignature(head);
  const container = signature === undefined ? 'text' : containers.get(signature);
  const named = sameNamed.find((format) => format.container === container) ?? sameNamed[0];
  const isBinary = container === 'text' && named && named.container !== 'text' && !(await isText(file));
  const start = container && !isBinary ? await startOf(file, head, container) : undefined;
  const format = start && (named ? ofNamed(named, start) : ofContent(start, declaredType));
  if (format) return { format, isNamedOtherwise: named !== undefined && format !== named };
  if (!named) throw new UnsupportedFormatError('Files with this content cannot be translated.');
  const found = signature ?? (isBinary ? 'of an unknown format' : 'text');
  throw new FormatError('invalid', `The file is ${found}, not ${named.name.toUpperCase()}.`);
};

const containers: ReadonlyMap<string, Container> = new Map([
  ['a ZIP archive', 'zip'],
  ['an OLE compound file', 'compound'],
  ['a PDF', 'pdf'],
  ['an RTF document', 'rtf'],
]);

/** Asked of files that are named as another kind: that they hold no text is not what is wrong with them. */
const isText = async (file: SourceFile): Promise<boolean> => {
  try {
    await detectEncoding(file);
    return true;
  } catch (error) {
    if (error instanceof FormatError) return false;
    throw error;
  }
};

const startOf = async (file: SourceFile, head: Uint8Array, container: Container): Promise<FileStart> => {
  if (container === 'zip') return { container, text: '', packageType: await packageTypeOf(file) };
  if (container === 'compound') return { container, text: '', packageType: await compoundTypeOf(file) };
  if (container !== 'text') return { container, text: '', packageType: undefined };
  const { codec, bomLength } = await detectEncoding(file);
  return { container, text: codec.decoder().push(head.subarray(bomLength)), packageType: undefined };
};

const recognised = (start: FileStart): FormatTraits | undefined =>
  formatTraits.find((format) => format.container === start.container && format.recognises?.(start));

/** A format that cannot tell its files from others of their kind (plain text, a table) is taken by its name. */
const ofNamed = (named: FormatTraits, start: FileStart): FormatTraits | undefined => {
  const isOfItsKind = named.container === start.container || canBeEncrypted(named, start);
  if (isOfItsKind && (named.recognises === undefined || named.recognises(start))) return named;
  const found = recognised(start);
  const isOfBase = named.basedOn !== undefined && (found?.basedOn ?? found?.name) === named.basedOn;
  return isOfBase ? named : (found ?? (isOfItsKind ? named : undefined));
};

/** An Office document with a password is a compound file, which its format refuses in better words. */
const canBeEncrypted = (named: FormatTraits, { container }: FileStart): boolean =>
  named.container === 'zip' && container === 'compound';

const ofContent = (start: FileStart, declaredType = ''): FormatTraits | undefined => {
  const format = recognised(start);
  if (format !== undefined || start.container !== 'text') return format;
  const type = declaredType.split(';')[0]?.trim().toLowerCase();
  const ofType = formats.filter(({ container, mediaType }) => container === 'text' && mediaType === type);
  return ofType.find(({ basedOn }) => basedOn === undefined) ?? txtFormat;
};
