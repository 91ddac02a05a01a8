import { throughFormat } from '#libs/documents/formats/format-work.suite.js';
import { describeLinearWork } from '#test/work/linear-work.js';
import { textConstructs } from '#test/work/text-constructs.js';
import { poFormat } from './po.format.js';

const quoted = (text: string): string => JSON.stringify(text.replace(/[\ud800-\udfff]/g, ''));
const inRussian = { targetLanguage: 'ru' };

describeLinearWork(
  {
    'a message of gettext': throughFormat(poFormat, (text) =>
      Buffer.from(`msgid ${quoted(`Words ${text}`)}\nmsgstr ""\n`),
    ),
    'a plural of gettext': throughFormat(
      poFormat,
      (text) => Buffer.from(`msgid "a"\nmsgid_plural ${quoted(`%d ${text}`)}\nmsgstr[0] ""\n`),
      inRussian,
    ),
    'a file of gettext': throughFormat(poFormat, (text) => Buffer.from(`msgid "a b"\nmsgstr ""\n${text}`)),
    'a header of gettext': throughFormat(poFormat, (text) =>
      Buffer.from(`msgid ""\nmsgstr ${quoted(`A: b\n${text}`)}\n`),
    ),
  },
  [
    ...textConstructs,
    ...[
      '%d',
      ' 2 ',
      '\\',
      '\\n',
      '"a b"\n',
      '# a\n',
      '#, fuzzy\n',
      '#, fuzzy, fuzzy',
      '#| msgid "a"\n',
      '#~ msgid "a"\n',
    ],
    ...[
      'msgid "a b"\nmsgstr ""\n',
      'msgstr ""\n',
      '\n\n',
      'msgctxt "a"\n',
      'Language: de\n',
      'Plural-Forms: nplurals=2; plural=n;\n',
      '\r',
    ],
  ],
);
