import { describe, expect, it } from 'vitest';
import { escapeXmlAttribute, escapeXmlText } from '#libs/text/xml-escape.js';
import { withAttribute } from './xml-attributes.js';
import { xmlTokens } from './xml-tokens.js';
import { closeTag, elementsOf, openTag, serialize, TreeBuilder, type TreeLimits, type XmlElement } from './xml-tree.js';

const treeOf = async (text: string, limits?: TreeLimits): Promise<TreeBuilder> => {
  let builder: TreeBuilder | undefined;
  async function* source() {
    yield text;
  }
  for await (const tokens of xmlTokens(source())) {
    for (const token of tokens) {
      if (builder?.add(token)) return builder;
      if (builder === undefined && token.kind === 'open') builder = new TreeBuilder(token, limits);
    }
  }
  throw new Error('The element does not end.');
};

const source = `<a x='1'><b/>text &amp; <!-- more --><c ><d\n/></c></a>`;

describe('a tree', () => {
  it('a tree is serialized as it stood in the source', async () => {
    const { element, start, end } = await treeOf(source);
    expect(serialize(element)).toBe(source);
    expect([start, end]).toEqual([0, source.length]);
  });

  it('a tree is serialized with some elements replaced', async () => {
    const { element } = await treeOf(source);
    const [, c] = elementsOf(element);
    const replacements = new Map<XmlElement, string>(c ? [[c, 'new']] : []);
    expect(serialize(element, replacements)).toBe(`<a x='1'><b/>text &amp; new</a>`);
  });

  it('an element that closes itself has an open tag and a close tag', async () => {
    const [b] = elementsOf((await treeOf(source)).element);
    expect(b && openTag(b) + closeTag(b)).toBe('<b></b>');
  });

  it.each([
    ['long', { length: 20, elements: 100 }],
    ['rich', { length: 1000, elements: 3 }],
  ])('a tree that is too %s is refused', async (_what, limits) => {
    await expect(treeOf(source, limits)).rejects.toThrow(expect.objectContaining({ reason: 'hostile' }));
  });
});

describe('markup', () => {
  it('escaped text has no markup in it, and nothing that XML cannot hold', () => {
    expect(escapeXmlText('a < b & c ]]> d')).toBe('a &lt; b &amp; c ]]&gt; d');
    expect(escapeXmlText('a\u0000b\u001fc\uffffd\r\ne\ttab')).toBe('abcd\ne\ttab');
    expect(escapeXmlText('half \ud800 pair')).toBe('half \ufffd pair');
  });

  it('an escaped attribute survives the normalization of white space', () => {
    expect(escapeXmlAttribute('a "b"\n\tc')).toBe('a &quot;b&quot;&#10;&#9;c');
  });

  it('a start tag takes another value for one attribute', () => {
    expect(withAttribute(`<w:l w:val="en" w:v = 'en'/>`, 'w:v', 'a&b')).toBe('<w:l w:val="en" w:v = "a&amp;b"/>');
    expect(withAttribute('<l val="$1"/>', 'val', '$&')).toBe('<l val="$&amp;"/>');
  });
});
