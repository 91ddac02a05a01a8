import { expect, it } from 'vitest';
import { below, sourceUrlOf } from './source-url.js';

it.each(['https://models.example/a', 'http://127.0.0.1:8080/a', 'http://localhost/a', 'http://[::1]:1/a'])(
  'files are fetched below %s',
  (url) => expect(below(sourceUrlOf(`${url}//`), 'b/c.gz')).toEqual({ url: `${url}/b/c.gz` }),
);

it.each([
  ['http://models.example', 'http:// is for this machine alone'],
  ['http://127.0.0.1.example', 'http:// is for this machine alone'],
  ['http://192.168.0.1/', 'http:// is for this machine alone'],
  ['ftp://models.example', 'beginning with https://'],
  ['models.example', 'beginning with https://'],
  ['https://models.example/?token=secret', 'without ? and #'],
  ['https://user:100%@models.example', 'written as %25'],
])('nothing is fetched from %s, and the refusal does not repeat it', (url, reason) => {
  expect(() => sourceUrlOf(url)).toThrow(reason);
  expect(() => sourceUrlOf(url)).not.toThrow(/secret|example/);
});

it('credentials are a header, and no part of the URL', () =>
  expect(sourceUrlOf('https://reader:s%3Acret@models.example/a')).toEqual({
    url: 'https://models.example/a',
    authorization: `Basic ${Buffer.from('reader:s:cret').toString('base64')}`,
  }));
