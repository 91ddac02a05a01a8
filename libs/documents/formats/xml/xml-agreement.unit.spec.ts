import { describe, expect, it } from 'vitest';
import { saidBySaxes, saidOf } from './xml-said.fixture.js';

const wellFormed = [
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n<a/>',
  "\ufeff<?xml version='1.0'?><a/>",
  '<?xml version="1.0" ?><a/>',
  '<é d-e.f="x">é<日本語/></é>',
  '<𐀀/>',
  `<a x='y"z' y="a>b" z = "c"\n/>`,
  '<a x="&#10;&quot;\t\n\r\r\n&#x41;"/>',
  '<a>&#xD;\r\n\r&apos;&gt;]]&gt;]] ></a\r\n>',
  '<a xmlns="u" xmlns:p=" v "><p:b p:c="1" c="2"/><b xmlns=""/><b/></a>',
  '<a xmlns:p="u"><p:b xmlns:p="v"><p:c/></p:b><p:b/></a>',
  '<a xmlns:xml="http://www.w3.org/XML/1998/namespace" xml:space="preserve"> </a>',
  '<__proto__:a xmlns:__proto__="u" constructor="&lt;"/>',
  '<a:1 xmlns:a="u"/>',
  '<a><!-- <b> & --><?b <c> & ??><![CDATA[<d>]]]]>&amp;<![CDATA[]]></a><!-- -->\n<?e?> ',
];
const malformed = [
  ' <?xml version="1.0"?><a/>',
  '<?xml version="2.0"?><a/>',
  '<?xml encoding="UTF-8"?><a/>',
  '<?xml version="1.0" standalone="maybe"?><a/>',
  '<?XML version="1.0"?><a/>',
  '<a><?xml version="1.0"?></a>',
  '<a>]]></a>',
  '<a>&</a>',
  '<a>&amp</a>',
  '<a>&constructor;</a>',
  '<a>&#0;</a>',
  '<a>&#xD800;</a>',
  '<a>&#X41;</a>',
  '<a>&;</a>',
  '<a x="<"/>',
  '<a x="&b;"/>',
  '<a x=1/>',
  '<a x/>',
  '<a x="1"y="2"/>',
  '<a x="1" x="2"/>',
  '<a xmlns:p="u" xmlns:q="u" p:x="1" q:x="2"/>',
  '<p:a/>',
  '<a p:x="1"/>',
  '<a:b:c xmlns:a="u"/>',
  '<:a/>',
  '<a: xmlns:a="u"/>',
  '<a xmlns:p=""/>',
  '<a xmlns:xml="u"/>',
  '<a xmlns:p="http://www.w3.org/XML/1998/namespace"/>',
  '<a xmlns="http://www.w3.org/2000/xmlns/"/>',
  '<xmlns:a/>',
  '<1/>',
  '<a/ >',
  '<a></b>',
  '<a></ a>',
  '<a></ab></a>',
  '</a>',
  '<a><!-- -- --></a>',
  '<a><!--->',
  '<a><!b></a>',
  '<a><??></a>',
  '<a><?b:c?></a>',
  '<![CDATA[]]><a/>',
  '<a/>x',
  '<a/>\ufeff',
  '<a>\ufffe</a>',
  '<a',
  '<a x="',
  '<a/><!-- ',
];

it.each(wellFormed)('%j is read as another reader of XML reads it', async (text) => {
  const said = saidBySaxes(text);
  expect(said).toBeDefined();
  for (const length of [1, 5, 1000]) expect(await saidOf(text, length)).toEqual(said);
});

it.each(malformed)('%j is refused, as another reader of XML refuses it', async (text) => {
  expect(saidBySaxes(text)).toBeUndefined();
  for (const length of [1, 5, 1000]) expect(await saidOf(text, length)).toBeUndefined();
});

describe('one sign more or less', () => {
  const text = wellFormed.join('').replaceAll(/<\?xml[^>]*>|\ufeff/g, '');
  const document = `<a xmlns:a="u">${text}</a>`;
  const signs = ['<', '>', '/', '"', '&', ';', ' ', 'x', ':', '-', '!', '?', ']', '\r'];

  it('a document is read or refused as another reader does it, whichever sign is missing', async () => {
    expect(saidBySaxes(document)).toBeDefined();
    for (let at = 0; at < document.length; at += 1) {
      const damaged = document.slice(0, at) + document.slice(at + 1);
      expect(await saidOf(damaged, 1000)).toEqual(saidBySaxes(damaged));
    }
  });

  it('a document is read or refused as another reader does it, whichever sign is too many', async () => {
    for (let at = 0; at <= document.length; at += 1) {
      const damaged = document.slice(0, at) + signs[at % signs.length] + document.slice(at);
      expect(await saidOf(damaged, 1000)).toEqual(saidBySaxes(damaged));
    }
  });
});
