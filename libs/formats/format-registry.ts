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

/** The product's whole list, by extension. Those that no format reads yet are refused as such. */
const listedExtensions = new Set(
  (
    'docx doc xlsx xls pptx ppt pdf odt ods odp txt text rtf html htm xhtml xml md markdown idml srt vtt ass ssa ' +
    'json yaml yml csv'
  ).split(' '),
);

/** Only these, of what is not text, can be a format of the list. */
const containers = new Map([['a ZIP archive', ['docx']]]);

export function formatNamed(name: string): DocumentFormat {
  const format = formats.find((candidate) => candidate.name === name);
  if (!format) throw new UnsupportedFormatError('No document format has this name.');
  return format;
}

const extensionOf = (fileName: string): string => /\.([^./\\]+)$/.exec(fileName.trim())?.[1]?.toLowerCase() ?? '';

/**
 * The format of a file. The name says which it should be, and the content whether it can be that; without an
 * extension the content says all, and the declared type counts only between formats that are text. Whether the file
 * is whole, extraction tells.
 * @throws UnsupportedFormatError for a name or a content that none of the formats reads
 * @throws FormatError for content that is not what the name says, and for an empty file
 */
export async function detectFormat(file: SourceFile, fileName: string, declaredType?: string): Promise<DocumentFormat> {
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
}

/** Office files protected by a password are OLE compound files; the format itself can tell them from old ones. */
function checked(format: DocumentFormat, head: Uint8Array): DocumentFormat {
  const signature = contentSignature(head);
  const fits = isText(format)
    ? signature === undefined
    : signature === 'a ZIP archive' || signature === 'an OLE compound file';
  if (fits) return format;
  throw new FormatError(
    'invalid',
    `The content is ${signature ?? 'not that'}${signature ? `, not that` : ''} of a ${format.name.toUpperCase()} file.`,
  );
}

const isText = ({ mediaType }: DocumentFormat): boolean =>
  mediaType.startsWith('text/') || mediaType === 'application/x-subrip';

async function byContent(file: SourceFile, head: Uint8Array, declaredType = ''): Promise<DocumentFormat> {
  const signature = contentSignature(head);
  if (signature) {
    const [container] = formats.filter(({ name }) => containers.get(signature)?.includes(name));
    if (container) return container;
    throw new UnsupportedFormatError('Files with this content cannot be translated.');
  }
  const { codec, bomLength } = await detectEncoding(file);
  const start = codec.decoder().push(head.subarray(bomLength));
  if (/^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<(?:!doctype html|html|head|body)[\s>]/i.test(start))
    return htmlFormat;
  if (/^\s*\d+[^\S\r\n]*(?:\r\n|\r|\n)[^\S\r\n]*\d+:\d+:\d+[,.]\d+\s*-->/.test(start)) return srtFormat;
  const type = declaredType.split(';')[0]?.trim().toLowerCase();
  return formats.find((format) => isText(format) && format.mediaType === type) ?? txtFormat;
}
