import { throughFormat } from '#libs/documents/formats/format-work.suite.js';
import { describeLinearWork } from '#test/work/linear-work.js';
import { textConstructs } from '#test/work/text-constructs.js';
import { arbFormat } from './arb.format.js';

describeLinearWork(
  {
    'a message of a resource bundle': throughFormat(arbFormat, (text) =>
      Buffer.from(JSON.stringify({ a: `Words ${text}` })),
    ),
    'a resource bundle': throughFormat(arbFormat, (text) => Buffer.from(`{${text}`)),
  },
  [
    ...textConstructs,
    ...['"a": "b c",', '"@a": {', '},', '"@@locale": "en",', "'{", "l'{x}", '{n, plural, other{a b}}', '{n, select,'],
  ],
);
