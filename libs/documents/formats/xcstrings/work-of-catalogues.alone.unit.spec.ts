import { throughFormat } from '#libs/documents/formats/format-work.suite.js';
import { describeLinearWork } from '#test/work/linear-work.js';
import { textConstructs } from '#test/work/text-constructs.js';
import { xcstringsFormat } from './xcstrings.format.js';

const catalogue = (strings: string): Uint8Array => Buffer.from(`{"sourceLanguage":"en","strings":{${strings}}}`);
const unit = (text: string) => ({ stringUnit: { value: text } });
const inRussian = { targetLanguage: 'ru' };

describeLinearWork(
  {
    'a string of a catalogue': throughFormat(xcstringsFormat, (text) =>
      catalogue(`${JSON.stringify(`Words ${text}`)}:{}`),
    ),
    'a plural of a catalogue': throughFormat(
      xcstringsFormat,
      (text) => {
        const plural = { one: unit('%d a'), other: unit(`%d ${text}`) };
        return catalogue(`"a":${JSON.stringify({ localizations: { en: { variations: { plural } } } })}`);
      },
      inRussian,
    ),
    'a catalogue': throughFormat(xcstringsFormat, (text) => catalogue(`"a b":{},${text}`)),
    'localizations of a catalogue': throughFormat(xcstringsFormat, (text) =>
      catalogue(`"a b":{"localizations":{${text}}}`),
    ),
  },
  [
    ...textConstructs,
    ...[
      '%d',
      ' 2 ',
      '"a b":{},',
      '"a":{"localizations":{},',
      '},',
      '"fr":{"stringUnit":{"value":"a b"}},',
      '"en":',
      '{',
      '[',
    ],
  ],
);
