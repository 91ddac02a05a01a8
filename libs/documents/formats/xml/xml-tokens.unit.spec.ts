import { describe, expect, it } from 'vitest';
import { defaultXmlLimits, type XmlLimits, type XmlToken, xmlTokens } from './xml-tokens.js';

async function* inPieces(text: string, length: number) {
  for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length);
}

const tokensOf = async (text: string, pieceLength = 7, limits: Partial<XmlLimits> = {}): Promise<XmlToken[]> => {
  const tokens: XmlToken[] = [];
  for await (const batch of xmlTokens(inPieces(text, pieceLength), { ...defaultXmlLimits, ...limits })) {
    tokens.push(...batch);
  }
  return tokens;
};

const documents = {
  plain: '<a><b x="1">text</b><c/></a>',
  'byte order mark and declaration': '\ufeff<?xml version="1.0" encoding="UTF-8"?>\r\n<a>x</a>\r\n',
  'all line ends': '<a\r\n x="1"\r>one\r\ntwo\rthree\nfour</a\r\n>',
  references: '<a x="&lt;&#65;">&amp;&#x1F600; &gt;</a>',
  'characters beyond 16 bits': '<a x="😀">😀text😀<b/>😀</a>',
  'comments and instructions': '<!-- a --><a><?i n?>x<!-- <b> -->y<b/><!-- --></a><!-- z -->',
  'character data': '<a><![CDATA[<b>&amp;]]>x<![CDATA[]]>y</a>',
  'blanks outside': '\n <a/> \n',
};

describe.each(Object.entries(documents))('the tokens of %s', (_name, text) => {
  it.each([1, 2, 3, 1000])('the tokens leave no gap when %i characters are read at a time', async (length) => {
    const tokens = await tokensOf(text, length);
    expect(tokens.map(({ raw }) => raw).join('')).toBe(text);
    for (const { start, end, raw } of tokens) expect(text.slice(start, end)).toBe(raw);
  });

  it('the tokens are the same in whatever pieces the text is read', async () => {
    expect(await tokensOf(text, 1)).toEqual(await tokensOf(text, 1000));
  });
});

it('tokens carry names, namespaces, attributes and text', async () => {
  const tokens = await tokensOf('<p:a xmlns:p="urn:x" p:b="1 &amp; 2">x &lt; y<![CDATA[ < z]]></p:a>');
  expect(tokens).toMatchObject([
    {
      kind: 'open',
      name: 'p:a',
      prefix: 'p',
      local: 'a',
      uri: 'urn:x',
      attributes: [{}, { name: 'p:b', local: 'b', uri: 'urn:x', value: '1 & 2' }],
    },
    { kind: 'text', text: 'x < y' },
    { kind: 'text', text: ' < z' },
    { kind: 'close', raw: '</p:a>' },
  ]);
});

it('an element that closes itself yields a close token without source text', async () => {
  const [open, close] = await tokensOf('<a />');
  expect(open).toMatchObject({ kind: 'open', raw: '<a />' });
  expect(close).toMatchObject({ kind: 'close', raw: '' });
});

describe('refuses', () => {
  const refused = (reason: string) => expect.objectContaining({ name: 'FormatError', reason });

  it.each([
    ['nothing', '', 'invalid'],
    ['text', 'text', 'invalid'],
    ['an open end', '<a><b></b>', 'invalid'],
    ['crossed tags', '<a><b></a></b>', 'invalid'],
    ['two roots', '<a/><a/>', 'invalid'],
    ['a control character', '<a>\u0001</a>', 'invalid'],
    ['another encoding', '<?xml version="1.0" encoding="windows-1252"?><a/>', 'invalid'],
    ['an unknown entity', '<a>&b;</a>', 'invalid'],
    ['a document type', '<!DOCTYPE a><a/>', 'hostile'],
    ['entities', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', 'hostile'],
  ])('a file that holds %s is refused', async (_what, text, reason) => {
    await expect(tokensOf(text)).rejects.toEqual(refused(reason));
  });

  it('a file of more nested levels than allowed is refused, and one of as many is not', async () => {
    const nested = (levels: number) => '<a>'.repeat(levels) + '</a>'.repeat(levels);
    await expect(tokensOf(nested(11), 7, { depth: 10 })).rejects.toEqual(refused('hostile'));
    expect(await tokensOf(nested(10), 7, { depth: 10 })).toHaveLength(20);
  });

  it.each([
    ['text', (length: number) => `<a>${'x'.repeat(length)}</a>`],
    ['an attribute', (length: number) => `<a x="${'x'.repeat(length)}"/>`],
    ['a comment', (length: number) => `<a><!--${'x'.repeat(length)}--></a>`],
    ['a document type', (length: number) => `<!DOCTYPE a [${' '.repeat(length)}]><a/>`],
  ])('%s longer than is held in memory is refused', async (_what, text) => {
    await expect(tokensOf(text(200), 7, { tokenLength: 100 })).rejects.toEqual(refused('hostile'));
  });

  it('a refusal quotes no word of the file', async () => {
    await expect(tokensOf('<secret></other>')).rejects.toThrow(/^(?!.*(secret|other))/);
  });
});
