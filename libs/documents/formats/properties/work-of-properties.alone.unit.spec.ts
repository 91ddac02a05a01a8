import { throughFormat } from '#libs/documents/formats/format-work.suite.js';
import { describeLinearWork } from '#test/work/linear-work.js';
import { textConstructs } from '#test/work/text-constructs.js';
import { propertiesFormat } from './properties.format.js';

describeLinearWork(
  {
    'a value of properties': throughFormat(propertiesFormat, (text) => Buffer.from(`a=Words ${text}`)),
    'a key of properties': throughFormat(propertiesFormat, (text) => Buffer.from(`a${text} = some words`)),
    'properties beside their sources': throughFormat(propertiesFormat, (text) => Buffer.from(`a=Words ${text}`), {
      includeSource: true,
    }),
  },
  [
    ...textConstructs,
    ...['\\\n', '\\\n  words ', '\\u00e9', '\\', '\\\\', '\\n', '\nb=some words', '\n# ', ' = ', ':', '.', '\r', '\f'],
    ...["''", "'{", "'{'", '{0', "{0} it's ", '{0,choice,0#no|1#one}', "\nc={0} it''s", '<b>', '</b>'],
  ],
);
