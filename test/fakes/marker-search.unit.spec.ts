import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { MarkerSearch } from './marker-search.js';

const marker = 'zoraida.quillfeather+7@marker.example';
const search = new MarkerSearch([marker, 'another marker']);
const around = (bytes: Buffer | string): Buffer =>
  Buffer.concat([Buffer.from('before '), Buffer.from(bytes), Buffer.from(' behind')]);
const zipEntry = (bytes: Buffer): Buffer => {
  const header = Buffer.alloc(30);
  header.write('PK\u0003\u0004', 'latin1');
  header.writeUInt16LE(5, 26);
  return Buffer.concat([header, Buffer.from('a.txt'), deflateRawSync(bytes)]);
};
const text = Buffer.from(`a line with ${marker} in it`);

it.each<[string, Buffer]>([
  ['plain', text],
  ['UTF-16, little end first', Buffer.from(text.toString(), 'utf16le')],
  ['UTF-16, big end first', Buffer.from(text.toString(), 'utf16le').swap16()],
  ['hex', Buffer.from(text.toString('hex'))],
  ...[0, 1, 2].map((offset): [string, Buffer] => [
    `base64, ${offset} bytes further`,
    Buffer.from(Buffer.concat([Buffer.alloc(offset), text]).toString('base64url')),
  ]),
  ['an address', Buffer.from(`/users?email=${encodeURIComponent(marker)}`)],
  ['gzip', gzipSync(text)],
  ['a zip archive', zipEntry(text)],
  ['a stream of a PDF', Buffer.concat([Buffer.from('stream\n'), deflateSync(text)])],
])('a text is found in %s', (_, content) => {
  expect(search.in(around(content))).toEqual([marker]);
});

it('nothing is found where no text is', () => {
  expect(search.in(around(gzipSync('zoraida.quillfeather@marker.example')))).toEqual([]);
});
