import { csvFormat } from '#libs/documents/formats/csv/csv.format.js';
import { throughFormat } from '#libs/documents/formats/format-work.suite.js';
import { describeLinearWork } from '#test/work/linear-work.js';
import { textConstructs } from '#test/work/text-constructs.js';

describeLinearWork(
  {
    'a table': throughFormat(csvFormat, (text) => Buffer.from(`Words here,and more\nother words,${text}`)),
    'a field': throughFormat(csvFormat, (text) => Buffer.from(`a name,b\n1,"Words ${text.replaceAll('"', '""')}"`)),
  },
  [
    ...textConstructs,
    '"',
    '""',
    ',',
    ';',
    'a b,',
    '"a b",',
    '"a b"c,',
    '\\"',
    '=a b,',
    'a b\tc d',
    '<br>',
    '<code>',
    '<p>',
  ],
);
