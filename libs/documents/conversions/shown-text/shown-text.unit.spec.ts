import { expect, it } from 'vitest';
import { between, partsOf } from '#libs/documents/formats/odf/odf-reading.fixture.js';
import { odtOf, p, span } from '#libs/documents/formats/odf/odf-sample.fixture.js';
import { memoryFile } from '#libs/documents/formats/source-file.js';
import { shownText } from './shown-text.js';

const hiding = (name: string, family: string) =>
  `<style:style style:name="${name}" style:family="${family}"><style:text-properties text:display="none"/></style:style>`;
const automatic = hiding('H', 'text') + hiding('P', 'paragraph');

const shown = async (body: string): Promise<string | undefined> => {
  const chunks: Uint8Array[] = [];
  const file = memoryFile(odtOf({ body, automatic }));
  for await (const chunk of shownText(file, 'odt', { language: 'en' })) chunks.push(chunk);
  return between((await partsOf(Buffer.concat(chunks)))['content.xml'], 'office:text');
};

it('deleted text goes, and what was inserted stays', async () => {
  const changes = `<text:tracked-changes><text:changed-region text:id="a"><text:deletion>${p('old')}</text:deletion></text:changed-region></text:tracked-changes>`;
  const body = p(
    'Version <text:change text:change-id="a"/><text:change-start text:change-id="b"/>new<text:change-end text:change-id="b"/>',
  );
  expect(await shown(changes + body)).toBe(p('Version new'));
});

it('hidden words, paragraphs, sections and fields go', async () => {
  expect(await shown(p(`${span('H', 'secret ')}shown`))).toBe(p('shown'));
  expect(await shown(p(span('H', `all ${span('X', 'of it')}`)) + p('shown'))).toBe(p('shown'));
  expect(await shown(`<text:p text:style-name="P">secret</text:p>${p('shown')}`)).toBe(p('shown'));
  expect(await shown(`<text:section text:display="none">${p('secret')}</text:section>${p('shown')}`)).toBe(p('shown'));
  const field = (state: string) => `<text:hidden-text text:is-hidden="${state}">x</text:hidden-text>`;
  expect(await shown(p(`a${field('true')}${field('false')}`))).toBe(p(`a${field('false')}`));
  expect(await shown(p('a<text:hidden-paragraph text:is-hidden="true"/>') + p(''))).toBe(p(''));
});

it('comments go, and what they are about stays', async () => {
  const comment = `<office:annotation office:name="c"><dc:creator>A</dc:creator>${p('for us')}</office:annotation>`;
  const body = (start: string, end: string) => p(`a ${start}b${end} c`);
  expect(await shown(body(comment, '<office:annotation-end office:name="c"/>'))).toBe(body('', ''));
});

it('hidden text in a note or a box goes, and the paragraph around it stays', async () => {
  const note = (content: string) => `<text:note><text:note-body>${content}</text:note-body></text:note>`;
  expect(await shown(p(`a${note(p('b') + p(span('H', 'c')))}`))).toBe(p(`a${note(p('b') + p(''))}`));
});

it('a text in which all shows stays byte for byte', async () => {
  const body = p(`a ${span('X', 'b')}`);
  expect(await shown(body)).toBe(body);
});
