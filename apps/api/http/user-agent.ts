import { isUtf8 } from 'node:buffer';
import { lineText } from '#libs/platform/line-text/line-text.js';

const maxLength = 512;
const maxBytes = 1_024;
const plain = /^[\x20-\x7e]*$/;
const encoder = new TextEncoder();

/**
 * The agent of a `User-Agent` header, at most 512 characters and 1 KiB: what acts on a line or a terminal is escaped. Node gives headers
 * as Latin-1; what was sent as UTF-8 is read as such.
 */
export const userAgentOf = (header: string | undefined): string => {
  if (header === undefined) return '';
  if (plain.test(header)) return header.slice(0, maxLength);
  const bytes = Buffer.from(header, 'latin1');
  const agent = lineText(isUtf8(bytes) ? bytes.toString() : header).slice(0, maxLength);
  const { read } = encoder.encodeInto(agent, new Uint8Array(maxBytes));
  return agent.slice(0, read);
};
