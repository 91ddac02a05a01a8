import { describeLinearWork } from '../../../test/work/linear-work.js';
import { textConstructs } from '../../../test/work/text-constructs.js';
import { ByteSource } from '../files/byte-source.js';
import { sampleFile } from '../network/translated.fixture.js';
import { Vocabulary } from './vocabulary.js';

const vocabularyOf = (name: string): Vocabulary => Vocabulary.read(ByteSource.open(sampleFile(name), name));
const plain = vocabularyOf('vocab.spm');
const withBytes = vocabularyOf('bytes.spm');

describeLinearWork(
  {
    'the pieces of a text': (text) => plain.encode(text),
    'the pieces of a text whose unknown characters are bytes': (text) => withBytes.encode(text),
  },
  textConstructs,
);
