import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { withCharset } from './text-content.js';

const sent = async (bytes: Uint8Array, format = 'txt', chunkBytes = 7) => {
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunkBytes) }, (_, at) =>
    bytes.subarray(at * chunkBytes, (at + 1) * chunkBytes),
  );
  const { mediaType, content } = await withCharset({ format, mediaType: 'text/plain' }, Readable.from(chunks));
  expect((await buffer(content)).equals(bytes)).toBe(true);
  return mediaType;
};

const utf8 = 'text/plain; charset=utf-8';
const longAscii = Buffer.alloc(1_100_000, 'a');

describe('the media type of a text file', () => {
  it.each<[string, string, Buffer]>([
    ['UTF-8', utf8, Buffer.from('Grüße aus Zürich')],
    ['a letter cut by a chunk', utf8, Buffer.from('aaaaaaü')],
    ['ASCII', utf8, Buffer.from('hello')],
    ['nothing', utf8, Buffer.alloc(0)],
    ['windows-1252', 'text/plain', Buffer.from('Stra\xdfe und Gr\xfc\xdfe', 'latin1')],
    ['UTF-16 with its mark', 'text/plain', Buffer.from('\ufeffhola', 'utf16le')],
    ['UTF-16 without its mark', 'text/plain', Buffer.from('hola', 'utf16le')],
  ])('of %s is %s', async (_what, mediaType, bytes) => expect(await sent(bytes)).toBe(mediaType));

  it('says nothing where the encoding has not shown in the first mebibyte', async () =>
    expect(await sent(Buffer.concat([longAscii, Buffer.from('\xdf', 'latin1')]), 'txt', 65_536)).toBe('text/plain'));

  it('is left as it is for a format that is no text', async () =>
    expect(await sent(Buffer.from('hello'), 'rtf')).toBe('text/plain'));
});

it('the file is closed when its reader leaves without having read', async () => {
  const file = Readable.from([Buffer.from('ü'), Buffer.from('b'), Buffer.from('c')]);
  const { content } = await withCharset({ format: 'txt', mediaType: 'text/plain' }, file);
  const closed = once(file, 'close');
  content.destroy();
  await closed;
});
