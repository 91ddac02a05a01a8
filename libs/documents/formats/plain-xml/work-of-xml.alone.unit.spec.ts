import { throughFormat } from '#libs/documents/formats/format-work.suite.js';
import { xmlFormat } from '#libs/documents/formats/plain-xml/xml.format.js';
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
