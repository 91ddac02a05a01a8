import { throughFormat } from '#libs/documents/formats/format-work.suite.js';
import { rtfFormat } from '#libs/documents/formats/rtf/rtf.format.js';
import { describeLinearWork } from '#test/work/linear-work.js';

const fileOf = (text: string) => Buffer.from(`{\\rtf1\\ansi\\pard Words ${text}\\par}`, 'latin1');

describeLinearWork(
  {
    'an RTF document': throughFormat(rtfFormat, fileOf),
    'an RTF document in both languages, without pictures': throughFormat(rtfFormat, fileOf, {
      includeSource: true,
      preserveImages: false,
    }),
  },
  [
    ...[
      'a',
      ' ',
      'a b ',
      '{\\b a}',
      '{\\b a}{\\i b}',
      '{\\insrsid1 a}',
      '{a}',
      '{',
      '}',
      '{\\b ',
      'a}',
      '{ }',
      '{\\b  }',
    ],
    ...[
      '\\b ',
      '\\b0 ',
      '\\b a\\b0 ',
      '\\b\\i\\ul ',
      '\\cf1 a',
      '\\cf1\\b a\\cf0\\b0 b',
      '\\plain ',
      '\\lang1033 a',
      '\\uc2 ',
      '\\f1 a',
      '\\v a',
      '\\v0 a',
    ],
    ...["\\'e9", '\\u233?', '\\u-10179?', '\\emdash ', '\\~', '\\-', '\\\\', '\r\n', '\0', '\xe9', '\\'],
    ...['\\line ', '\\line a', '\\tab a', '\\par a', '\\pard a', '\\cell a', '\\trowd\\row '],
    ...[
      '{\\*\\x a}',
      '{\\*\\bkmkstart a}',
      '{\\pict 00}',
      '\\bin1 {',
      '{\\field{\\*\\fldinst PAGE}{\\fldrslt 1}}',
      '{\\field a',
    ],
    ...[
      '{\\field{\\*\\fldinst HYPERLINK "x"}{\\fldrslt a}}',
      '{\\footnote a}',
      '{\\footnote a',
      '{\\shp{\\*\\shpinst{\\shptxt a}}}',
    ],
    ...[
      '{\\info{\\title a}}',
      '{\\upr{\\title a}{\\*\\ud{\\title a}}}',
      '{\\fonttbl{\\f1\\fcharset128 a;}}',
      '{\\stylesheet{\\s1 heading 1;}}',
    ],
  ],
);
