import { expect, it } from 'vitest';
import { xmlFormat } from './plain-xml/xml.format.js';
import { memoryFile } from './source-file.js';
import { extractAll } from './whole-file.fixture.js';

/** More than the stack has room for as arguments of a call. */
const many = 130_000;
const lines = 'Ab.\n\n'.repeat(many);

const xliff = (source: string): string =>
  `<xliff version="1.2"><file source-language="en"><body><trans-unit id="1"><source xml:space="preserve">${source}</source></trans-unit></body></file></xliff>`;

it.each([
  ['a CDATA section in XLIFF', xliff(`<![CDATA[${lines}]]>`)],
  ['a text in XLIFF', xliff(lines)],
  ['a CDATA section in XML', `<a><b><![CDATA[${lines}]]></b></a>`],
])('130,000 lines of %s are a segment each', { timeout: 120_000 }, async (_what, content) => {
  expect(await extractAll(xmlFormat, memoryFile(Buffer.from(content)))).toHaveLength(many);
});
