import { describeFormat } from '../format.suite.js';
import { rtfFormat } from './rtf.format.js';

const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1');

describeFormat(rtfFormat, {
  samples: new URL('./samples/', import.meta.url),
  standsAlone: ({ role }) => role === 'title',
  refused: [
    { name: 'a text', bytes: bytes('Just a text.'), reason: 'invalid' },
    { name: 'a group that is another', bytes: bytes('{\\urtf1 Hi}'), reason: 'invalid' },
    { name: 'a file whose last group does not end', bytes: bytes('{\\rtf1 {\\b Hi}'), reason: 'invalid' },
    {
      name: 'binary data that go on behind the end',
      bytes: bytes('{\\rtf1 Hi{\\pict\\bin99 abc}}'),
      reason: 'invalid',
    },
    { name: 'groups nested without end', bytes: bytes(`{\\rtf1 ${'{\\b '.repeat(20_000)}`), reason: 'hostile' },
    { name: 'groups nested in one to copy', bytes: bytes(`{\\rtf1 {\\*\\x ${'{'.repeat(20_000)}`), reason: 'hostile' },
    { name: 'one endless word', bytes: bytes(`{\\rtf1 ${'a'.repeat(200_000)}}`), reason: 'hostile' },
  ],
});
