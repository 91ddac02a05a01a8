import { describe, expect, it } from 'vitest';
import { saidBySaxes, saidOf } from '../xml/xml-said.fixture.js';
import { plainStrings } from './parts/shared-strings.js';
import { plainCells } from './sheet/sheet-pieces.js';

describe.each([
  [
    'cells',
    plainCells,
    '<a><c r="A1"/><c r="XFD12" s="3"><v>-1.5E+3</v></c><c r="B2" t="s"><v>12</v></c><c r="C3" s="1" t="s"><v>4</v></c></a>',
  ],
  [
    'strings',
    plainStrings,
    '<a><si><t>One</t></si><si><t xml:space="preserve"> Two & ]</t></si><si><t/></si><si><t>Three</t></si></a>'.replace(
      '&',
      '&amp;',
    ),
  ],
])('whole elements: %s', (_name, wholes, document) => {
  const signs = ['<', '>', '/', '"', '&', ';', ' ', 'x', ':', '-', '!', '?', ']', '\r', '\u0001', ']]>', '<!---->'];

  it('whole elements say what they say tag by tag, however the text is cut', async () => {
    for (let length = 1; length < document.length; length += 1) {
      expect(await saidOf(document, length, wholes)).toEqual(saidBySaxes(document));
    }
  });

  it('a document with a sign less or more is read or refused as another reader does it', async () => {
    for (let at = 0; at <= document.length; at += 1) {
      for (const sign of signs) {
        const damaged = document.slice(0, at) + sign + document.slice(at);
        expect(await saidOf(damaged, 1000, wholes)).toEqual(saidBySaxes(damaged));
      }
      const damaged = document.slice(0, at) + document.slice(at + 1);
      expect(await saidOf(damaged, 1000, wholes)).toEqual(saidBySaxes(damaged));
    }
  });
});
