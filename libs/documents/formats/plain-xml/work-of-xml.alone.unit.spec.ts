import { expect, it } from 'vitest';
import { throughFormat } from '#libs/documents/formats/format-work.suite.js';
import { xmlFormat } from '#libs/documents/formats/plain-xml/xml.format.js';
import { WorkCounter } from '#test/work/counted-work.js';
import { describeLinearWork } from '#test/work/linear-work.js';

describeLinearWork(
  {
    'a file of XML': throughFormat(xmlFormat, (text) => Buffer.from(`<a>Words ${text}</a>`)),
    'a file of XML in both languages': throughFormat(xmlFormat, (text) => Buffer.from(`<a>Words ${text}</a>`), {
      includeSource: true,
    }),
    'a unit of XLIFF': throughFormat(xmlFormat, (text) =>
      Buffer.from(`<xliff version="1.2"><file><trans-unit><source>Words ${text}</source></trans-unit></file></xliff>`),
    ),
    'elements of XML': throughFormat(xmlFormat, (text) => Buffer.from(`<a>${text}</a>`)),
  },
  [
    'a',
    'a b ',
    '\n',
    ' ',
    '<b/>',
    '<b>a</b>',
    '<b>a</b>\n',
    '<b>a</b> c ',
    '<b><c>a</c></b>',
    '<b><c/><c/></b>',
    '<b> </b>',
    '<br/>',
    '<code>a</code>',
    '<code><b>a</b></code>',
    '<p translate="no">a</p>',
    '<p translate="no"><b translate="yes">a</b></p>',
    '&x;',
    '&amp;',
    '&#65;',
    '<!-- a -->',
    '<?a b?>',
    '<![CDATA[a b]]>',
    '<![CDATA[<b>]]>',
    '<p xml:space="preserve">a\nb\n</p>',
    '<title>a b</title>',
    '<i>',
    '</i>',
    '<i x="y">a</i>',
    '<g>a</g>',
    '<x/>',
    '<bx/>',
    '<ex/>',
    '&lt;b>',
    '</source></trans-unit><trans-unit><source>a</source><target/>',
  ],
);

/** Each sign of the text stands for one of many things that must not be alike. */
const many = (text: string, each: (number: number) => string): string =>
  Array.from(text, (_, number) => each(number)).join(' ');
const xliffOf = (source: string): Buffer =>
  Buffer.from(`<xliff version="1.2"><file><trans-unit><source>${source}</source></trans-unit></file></xliff>`);
const deep = 200;
const translated =
  '<i:rules xmlns:i="http://www.w3.org/2005/11/its"><i:translateRule selector="//b/@a1" translate="yes"/></i:rules>';

describeLinearWork(
  {
    'attributes of an element': throughFormat(xmlFormat, (text) =>
      Buffer.from(`<a ${many(text, (number) => `a${number}="b c"`)}>a b</a>`),
    ),
    'attributes of an element of which one is translated': throughFormat(xmlFormat, (text) =>
      Buffer.from(`<a>${translated}<b ${many(text, (number) => `a${number}="b c"`)}>a b</b></a>`),
    ),
    'namespaces of an element': throughFormat(xmlFormat, (text) =>
      Buffer.from(`<a ${many(text, (number) => `xmlns:n${number}="u${number}" n${number}:b="c d"`)}>a b</a>`),
    ),
  },
  ['x'],
);

it('elements of the namespace of ITS that are no rules do not have the rules followed anew', {
  timeout: 600_000,
}, async () => {
  const counter = new WorkCounter();
  const through = throughFormat(xmlFormat, (text) =>
    Buffer.from(`${'<a>'.repeat(deep)}${translated}${text}a b${'</a>'.repeat(deep)}`),
  );
  const stepsOf = (count: number) =>
    counter.stepsOf(() => through('<i:x xmlns:i="http://www.w3.org/2005/11/its"/>'.repeat(count), ''));
  const [few, more] = [await stepsOf(100), await stepsOf(400)];
  counter.end();
  expect((more - few) / 300).toBeLessThan(2_500);
});

describeLinearWork(
  {
    'tags of XLIFF that none of the ends behind them is of': throughFormat(xmlFormat, (text) =>
      xliffOf(
        `${many(text, (number) => `<bx id="${number}"/>a`)}${many(text, (number) => `<ex id="e${number}" rid="none"/>b`)}`,
      ),
    ),
    'pairs with nothing in them behind a pair that begins with many tags': throughFormat(xmlFormat, (text) =>
      xliffOf(`<g id="1">${text.replaceAll('x', '<x/>')}a b</g> c ${text.replaceAll('x', '<g id="2"> </g>')}`),
    ),
  },
  ['x'],
);
