import { describeLinearWork, type Work } from '#test/work/linear-work.js';
import { readGlossaryFile } from './exchange/glossary-file.js';
import { compileGlossaryAtOnce } from './glossary-matcher.js';

const languages = { source: 'en', target: 'es' };

/** Reads a file of a glossary; one that is refused has an end. */
const glossaryFile =
  (format: 'csv' | 'tsv' | 'tbx'): Work =>
  (text) => {
    try {
      readGlossaryFile(Buffer.from(text), format, languages);
    } catch {
      // What its lines are refused for is not what is counted.
    }
  };

describeLinearWork(
  {
    'a glossary as CSV': glossaryFile('csv'),
    'a glossary as TSV': glossaryFile('tsv'),
    'a glossary as TBX': glossaryFile('tbx'),
    'a compiled glossary': (text) =>
      compileGlossaryAtOnce(
        text.split('\n').map((source, index) => ({ source: `${source}${index}`, target: 'T' })),
        languages,
      ),
  },
  [
    'a,b\n',
    'a\tb\n',
    '"a","b"\n',
    '"',
    '""',
    ',',
    '\t',
    '\n',
    'a',
    '<termEntry>',
    '<langSet xml:lang="en">',
    '<tig><term>a</term></tig>',
  ],
);
