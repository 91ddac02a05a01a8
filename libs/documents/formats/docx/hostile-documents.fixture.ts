import type { FormatError } from '#libs/documents/formats/format.errors.js';
import { type SampleEntry, zipOf } from '#libs/documents/formats/zip/zip-sample.fixture.js';
import { docxEntries, docxOf, fieldMark, p } from './docx-sample.fixture.js';

interface Refused {
  name: string;
  bytes: Buffer;
  reason: FormatError['reason'];
}

const good = docxOf('<w:p/>');
const compoundFile = (stream: string) =>
  Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(1_500_000),
    Buffer.from(stream, 'utf16le'),
    Buffer.alloc(3000),
  ]);

const megabytes = (count: number) => ' '.repeat(count * 1024 * 1024);
const without = (name: string) => docxEntries({ body: '<w:p/>' }).filter((entry) => entry.name !== name);
const plus = (entry: SampleEntry) => zipOf([...docxEntries({ body: '<w:p/>' }), entry]);

/** The document with its main part changed. */
const main = (change: (entry: SampleEntry) => Partial<SampleEntry>) =>
  zipOf(
    docxEntries({ body: '<w:p/>' }).map((entry) =>
      entry.name === 'word/document.xml' ? { ...entry, ...change(entry) } : entry,
    ),
  );
const mainText = (change: (xml: string) => string | Uint8Array) =>
  main(({ content }) => ({ content: change(String(content)) }));

const entities = Array.from({ length: 10 }, (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`).join(
  '',
);

/** Ten million digits that compress as text does. */
const digits = (): string => {
  let state = 1;
  const next = () => {
    state = (state * 48_271) % 0x7fffffff;
    return state.toString(10);
  };
  return Array.from({ length: 1_200_000 }, next).join('');
};

const archives: readonly Refused[] = [
  { name: 'text', bytes: Buffer.from('A letter, and not a document.'), reason: 'invalid' },
  { name: 'a file cut off half way', bytes: good.subarray(0, good.length / 2), reason: 'invalid' },
  { name: 'an archive of nothing', bytes: zipOf([]), reason: 'invalid' },
  { name: 'a document with a password', bytes: compoundFile('EncryptedPackage'), reason: 'encrypted' },
  { name: 'a legacy binary document', bytes: compoundFile('WordDocument'), reason: 'invalid' },
  { name: 'an encrypted archive', bytes: main(() => ({ flags: 0x0801 })), reason: 'encrypted' },
  { name: 'an unknown compression', bytes: main(() => ({ method: 14 })), reason: 'invalid' },
  { name: 'a wrong checksum', bytes: main(() => ({ declaredCrc: 1 })), reason: 'invalid' },
  { name: 'data that does not inflate', bytes: main(() => ({ deflated: Buffer.alloc(40, 0xff) })), reason: 'invalid' },
  { name: 'two parts of one name', bytes: plus({ name: 'Word/Document.xml', content: '' }), reason: 'invalid' },
  { name: 'a part outside the archive', bytes: plus({ name: 'word/../../x', content: '' }), reason: 'hostile' },
  { name: 'a part with an absolute name', bytes: plus({ name: '/etc/x', content: '' }), reason: 'hostile' },
  { name: 'parts that share their bytes', bytes: plus({ name: 'again.xml', content: '', at: 0 }), reason: 'hostile' },
  { name: 'a bomb beside the text', bytes: plus({ name: 'media/x', content: megabytes(40) }), reason: 'hostile' },
  { name: 'a bomb in the text', bytes: mainText((xml) => xml + megabytes(40)), reason: 'hostile' },
  {
    name: 'a bomb that says it is small',
    bytes: main(({ content }) => ({ content: `${content}${megabytes(40)}`, declaredSize: 1000 })),
    reason: 'hostile',
  },
  {
    name: 'more parts than any document has',
    bytes: zipOf(Array.from({ length: 10_001 }, (_, index) => ({ name: `${index}`, content: '', isStored: true }))),
    reason: 'hostile',
  },
];

const packages: readonly Refused[] = [
  { name: 'an archive without content types', bytes: zipOf(without('[Content_Types].xml')), reason: 'invalid' },
  { name: 'an archive without relationships', bytes: zipOf(without('_rels/.rels')), reason: 'invalid' },
  { name: 'an archive without its main part', bytes: zipOf(without('word/document.xml')), reason: 'invalid' },
  {
    name: 'a workbook',
    bytes: docxOf({
      body: '',
      contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml',
    }),
    reason: 'invalid',
  },
];

const texts: readonly Refused[] = [
  { name: 'a main part that is empty', bytes: mainText(() => ''), reason: 'invalid' },
  { name: 'a main part that is no XML', bytes: mainText(() => '{"body": []}'), reason: 'invalid' },
  { name: 'tags that do not match', bytes: docxOf('<w:p><w:r></w:p></w:r>'), reason: 'invalid' },
  { name: 'a prefix of no namespace', bytes: docxOf('<x:p/>'), reason: 'invalid' },
  { name: 'an entity that nobody declared', bytes: docxOf(p('&nbsp;')), reason: 'invalid' },
  {
    name: 'another encoding',
    bytes: mainText((xml) => xml.replace('UTF-8', 'ISO-8859-1')),
    reason: 'invalid',
  },
  {
    name: 'bytes that are no UTF-8',
    bytes: mainText((xml) => Buffer.concat([Buffer.from(xml), Buffer.from([0xc3, 0x28])])),
    reason: 'invalid',
  },
  {
    name: 'an entity bomb',
    bytes: mainText((xml) => xml.replace('<w:document', `<!DOCTYPE x [<!ENTITY e0 "ha">${entities}]><w:document`)),
    reason: 'hostile',
  },
  {
    name: 'an entity from outside',
    bytes: mainText((xml) => xml.replace('<w:document', '<!DOCTYPE x SYSTEM "file:///etc/passwd"><w:document')),
    reason: 'hostile',
  },
  { name: '100,000 levels of nesting', bytes: docxOf('<w:tbl>'.repeat(100_000)), reason: 'hostile' },
  { name: '100,000 levels in a paragraph', bytes: docxOf(p('<w:ins>'.repeat(100_000))), reason: 'hostile' },
  { name: 'fields in fields without end', bytes: docxOf(p(fieldMark('begin').repeat(1000))), reason: 'hostile' },
  {
    name: 'one paragraph of all text',
    bytes: docxOf(p(`<w:r>${'<w:t>0123456</w:t>'.repeat(210_000)}</w:r>`)),
    reason: 'hostile',
  },
  { name: 'one text of all text', bytes: docxOf(p(`<w:t>${digits()}</w:t>`)), reason: 'hostile' },
  { name: 'one endless attribute', bytes: docxOf(`<w:p w:x="${digits()}"/>`), reason: 'hostile' },
];

export const refusedDocuments: readonly Refused[] = [...archives, ...packages, ...texts];
