import { describe, expect, it } from 'vitest';
import { row, type SampleBook } from './xlsx-sample.fixture.js';
import { extracted, merged } from './xlsx-spec.fixture.js';

const shape = (content: string, type: string) =>
  `<v:shape id="s1"><v:textbox style='x' o:singleclick="f"><div style='text-align:center'>${content}</div></v:textbox><x:ClientData ObjectType="${type}"><x:Anchor>1</x:Anchor></x:ClientData></v:shape>`;
const font = (text: string) => `<font face="Calibri" size="220">${text}</font>`;
const book = (controls: string, state?: 'hidden'): SampleBook => ({
  sheets: [
    { name: 'One', rows: row(1, ''), controls, ...(state && { state }) },
    { name: 'Two', rows: row(1, '') },
  ],
});
const name = 'xl/drawings/vmlDrawing1.vml';

describe('captions of the controls of a sheet', () => {
  const both = (one: string, two: string) =>
    book(shape(font(`${one}<br> &amp; more`), 'Button') + shape(font(two), 'Checkbox'));

  it('each is translated, with line breaks that are no XML', async () => {
    expect((await extracted(both('Send it', ' I agree '))).texts).toEqual(['Send it', '& more', 'I agree']);
    const { part } = await merged(both('Send it', ' I agree '));
    expect(part(name)).toContain(
      shape(font('SEND IT<br> &amp; MORE'), 'Button') + shape(font(' I AGREE '), 'Checkbox'),
    );
  });

  it('boxes of comments, numbers and those of hidden sheets stay', async () => {
    expect((await extracted(book(shape(font('A note'), 'Note') + shape(font('42'), 'Button')))).texts).toEqual([]);
    expect((await extracted(book(shape(font('Send it'), 'Button'), 'hidden'))).texts).toEqual([]);
  });

  it('10,000 boxes that nothing closes are read in proportion', async () => {
    expect((await extracted(book(`<v:textbox>${'a<v:textbox '.repeat(10_000)}`))).texts).toEqual([]);
  }, 10_000);
});
