import { isWhiteSpace, Keyword, type PdfTokens } from '../objects/pdf-tokens.js';

/** Moves behind an inline image, of which `BI` was read. Its data can hold anything, `EI` too. */
export const skipInlineImage = (tokens: PdfTokens): void => {
  for (let token = tokens.next(); token !== undefined; token = tokens.next())
    if (token instanceof Keyword && token.word === 'ID') break;
  const { bytes } = tokens;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = buffer.indexOf('EI', tokens.at, 'latin1'); at >= 0; at = buffer.indexOf('EI', at + 1, 'latin1')) {
    const isApart = isWhiteSpace(bytes[at - 1]) && (at + 2 >= bytes.length || isWhiteSpace(bytes[at + 2]));
    if (!isApart || !looksLikeOperators(bytes.subarray(at + 2, at + 18))) continue;
    tokens.at = at + 2;
    return;
  }
  tokens.at = bytes.length;
};

const looksLikeOperators = (bytes: Uint8Array): boolean =>
  bytes.every((byte) => (byte >= 0x20 && byte < 0x7f) || byte === 0x0a || byte === 0x0d || byte === 0x09);
