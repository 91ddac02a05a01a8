import { throughFormat } from '#libs/documents/formats/format-work.suite.js';
import { idmlFormat } from '#libs/documents/formats/idml/idml.format.js';
import {
  altText,
  bold,
  br,
  c,
  csr,
  footnote,
  idmlOf,
  link,
  psr,
  table,
} from '#libs/documents/formats/idml/idml-sample.fixture.js';
import { describeLinearWork } from '#test/work/linear-work.js';

const fileOf = (text: string) => idmlOf(psr(csr(`${c('Words')}${text}`)));

describeLinearWork(
  {
    'a document of InDesign': throughFormat(idmlFormat, fileOf),
    'a document of InDesign in both languages': throughFormat(idmlFormat, fileOf, { includeSource: true }),
  },
  [
    c('a'),
    c(' '),
    c('a b '),
    c('<?ACE 18?>'),
    c('a<?ACE 8?>'),
    c('a\tb'),
    c('a&#x2028;b'),
    c('&amp;&#32;&#xe9;'),
    c('<!-- a --><![CDATA[a]]>'),
    br,
    `${c('a')}${br}`,
    link(c('a')),
    `<HyperlinkTextSource Self="h1">${c('a')}${br}${c('b')}</HyperlinkTextSource>`,
    footnote(c('a')),
    table(psr(csr(c('a')))),
    altText('a'),
    '<Properties><AppliedFont>a</AppliedFont></Properties>',
    '<XMLElement Self="x"/>',
    `<Change ChangeType="DeletedText">${c('a')}</Change>`,
    `<Change ChangeType="InsertedText">${c('a')}</Change>`,
    `</CharacterStyleRange>${csr(c('a'), bold)}<CharacterStyleRange>`,
    `</CharacterStyleRange>${csr('')}<CharacterStyleRange>`,
    `</CharacterStyleRange></ParagraphStyleRange><ParagraphStyleRange><CharacterStyleRange>${c('a')}`,
    '<CharacterStyleRange>',
    ' ',
  ],
);
