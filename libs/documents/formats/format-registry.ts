import { contentSignature } from './content-signature.js';
import { docxFormat } from './docx/docx.format.js';
import { FormatError, UnsupportedFormatError } from './format.errors.js';
import type { DocumentFormat, SourceFile } from './format.port.js';
import { htmlFormat } from './html/html.format.js';
import { readFully } from './source-file.js';
import { srtFormat } from './srt/srt.format.js';
import { detectEncoding } from './text/encoding-detection.js';
import { txtFormat } from './txt/txt.format.js';

export const formats: readonly DocumentFormat[] = [txtFormat, htmlFormat, srtFormat, docxFormat];

/** All extensions of the product. Those that no format reads yet are refused as not supported yet. */
const listedExtensions = new Set(
  (
    'docx doc xlsx xls pptx ppt pdf odt ods odp txt text rtf html htm xhtml xml md markdown idml srt vtt ass ssa ' +
    'json yaml yml csv'
  ).split(' '),
);

/** Signatures that a file of a format other than text begins with; the format itself checks more. */
const signaturesOf = new Map([['docx', ['a ZIP archive', 'an OLE compound file']]]);

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

/**
 * The format of a file. The name says which it should be, and the content whether it can be that; without an
 * extension the content decides, and the declared type counts only between formats that are text. Whether the file
 * is whole, extraction finds out.
 * @throws UnsupportedFormatError for a name or a content that none of the formats reads
 * @throws FormatError for content that is not what the name says, and for an empty file
 */
export const detectFormat = async (
  file: SourceFile,
  fileName: string,
  declaredType?: string,
): Promise<DocumentFormat> => {
  const extension = extensionOf(fileName);
  const named = formats.find(({ extensions }) => extensions.includes(extension));
  if (extension !== '' && !named) {
    throw new UnsupportedFormatError(
      listedExtensions.has(extension)
        ? `Files of the type ${extension.toUpperCase()} cannot be translated yet.`
        : 'Files with this extension cannot be translated.',
    );
  }
  if (file.size === 0) throw new FormatError('empty', 'The file is empty.');
  const head = await readFully(file, 0, Math.min(4096, file.size));
  return named ? checked(named, head) : await byContent(file, head, declaredType);
};

const checked = (format: DocumentFormat, head: Uint8Array): DocumentFormat => {
  const signature = contentSignature(head);
  const expected = signaturesOf.get(format.name);
  if (expected ? signature !== undefined && expected.includes(signature) : signature === undefined) return format;
  throw new FormatError(
    'invalid',
    `The file is ${signature ?? 'something else'}, not a ${format.name.toUpperCase()} document.`,
  );
};

const byContent = async (file: SourceFile, head: Uint8Array, declaredType = ''): Promise<DocumentFormat> => {
  const signature = contentSignature(head);
  if (signature) {
    const format = formats.find(({ name }) => signaturesOf.get(name)?.[0] === signature);
    if (format) return format;
    throw new UnsupportedFormatError('Files with this content cannot be translated.');
  }
  const { codec, bomLength } = await detectEncoding(file);
  const start = codec.decoder().push(head.subarray(bomLength));
  if (/^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<(?:!doctype html|html|head|body)[\s>]/i.test(start))
    return htmlFormat;
  if (/^\s*\d+[^\S\r\n]*(?:\r\n|\r|\n)[^\S\r\n]*\d+:\d+:\d+[,.]\d+\s*-->/.test(start)) return srtFormat;
  const type = declaredType.split(';')[0]?.trim().toLowerCase();
  return formats.find((format) => !signaturesOf.has(format.name) && format.mediaType === type) ?? txtFormat;
};
