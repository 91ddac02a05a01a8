import { throughFormat } from '#libs/documents/formats/format-work.suite.js';
import { jsonFormat } from '#libs/documents/formats/json/json.format.js';
import { describeLinearWork } from '#test/work/linear-work.js';
import { textConstructs } from '#test/work/text-constructs.js';

describeLinearWork(
  {
    'a value of JSON': throughFormat(jsonFormat, (text) => Buffer.from(JSON.stringify([`Words ${text}`]))),
    'a file of JSON': throughFormat(jsonFormat, (text) => Buffer.from(`[${text}`)),
  },
  [
    ...textConstructs,
    ...['"a b",', '{"a b":', '[', '],', '"a b', '\\"', '/*', '*/', '//', "'", '1,', 'null', '<br>', '<code>', '<p>'],
    ...['</code>', '<0>', '{n, plural, other {a b}}', '\u0041', 'one\ntwo ', '\t'],
  ],
);
