import { describe, expect, it } from 'vitest';
import type { FormatOptions } from '#libs/documents/formats/format.port.js';
import { skipReasons } from '#libs/documents/formats/skip-reasons.js';
import { between, noted, readAll, translatedParts } from '../odf/odf-reading.fixture.js';
import { docxFormat } from './docx.format.js';
import { docxOf, field, fieldMark, p, r, type SampleParts } from './docx-sample.fixture.js';

const read = async (parts: SampleParts | string, options: Partial<FormatOptions> = {}) => {
  const { segments, summary } = await readAll(docxFormat, docxOf(parts), options);
  return { texts: segments.map(({ parts }) => noted(parts)), skipped: summary.skipped };
};
const left = (reason: string, count: number, part = 'word/document.xml') => ({ part, reason, count });
const secret = r('secret', '<w:vanish/>');
const deleted = (text: string) => `<w:del w:id="1"><w:r><w:delText>${text}</w:delText></w:r></w:del>`;

describe('hidden text', () => {
  it('hidden text stays and is counted, once where it is in several runs', async () => {
    const body = p(r('Seen ') + secret + r(' thing', '<w:vanish/><w:b/>') + r('text') + secret) + p(secret);
    expect(await read(body)).toEqual({ texts: ['Seen text'], skipped: [left(skipReasons.hidden, 3)] });
  });

  it('hidden text is translated where it is asked for, and stays hidden', async () => {
    const body = p(r('Seen text ') + secret);
    expect(await read(body, { hidden: true })).toEqual({ texts: ['Seen text <1>secret</1>'], skipped: [] });
    const parts = await translatedParts(docxFormat, docxOf(body), ['Texto <1>secreto</1>'], { hidden: true });
    expect(between(parts['word/document.xml'], 'w:body')).toBe(
      p(r('Texto ') + r('secreto', '<w:vanish/>').replace(' xml:space="preserve"', '')),
    );
  });

  it('text is hidden by its styles too, and shown where the text itself says so', async () => {
    const style = (type: string, id: string, content: string) =>
      `<w:style w:type="${type}" w:styleId="${id}">${content}</w:style>`;
    const hiding = '<w:rPr><w:vanish/></w:rPr>';
    const styles =
      style('character', 'Mark', hiding) +
      style('character', 'Other', '<w:basedOn w:val="Mark"/>') +
      style('character', 'Shown', '<w:basedOn w:val="Mark"/><w:rPr><w:vanish w:val="0"/></w:rPr>') +
      style('paragraph', 'Note', hiding);
    const of = (id: string, more = '') => r(id.toLowerCase(), `<w:rStyle w:val="${id}"/>${more}`);
    const inNote = '<w:pPr><w:pStyle w:val="Note"/></w:pPr>';
    const body =
      p(r('a ') + of('Mark') + of('Other')) +
      p(of('Shown')) +
      p(of('Mark', '<w:vanish w:val="false"/>')) +
      p(inNote + r('note')) +
      p(inNote + of('Mark'));
    expect(await read({ body, styles })).toEqual({
      texts: ['a', 'shown', 'mark', 'mark'],
      skipped: [left(skipReasons.hidden, 2)],
    });
    expect((await read({ body, styles }, { hidden: true })).texts).toHaveLength(5);
  });
});

describe('text that stays', () => {
  it('text of fields that the program computes is counted, and numbers are not', async () => {
    const simple = `<w:fldSimple w:instr="CITATION x">${r('(Miller)')}</w:fldSimple>`;
    const body = p(
      r('See ') + field('REF a', r('Figure')) + field('REF b', r('Ta') + r('ble')) + field('PAGE', r('7')) + simple,
    );
    expect((await read(body)).skipped).toEqual([left(skipReasons.field, 3)]);
  });

  it('each paragraph of a field that goes over several is counted', async () => {
    const begin = `${fieldMark('begin')}<w:r><w:instrText>BIBLIOGRAPHY</w:instrText></w:r>${fieldMark('separate')}`;
    const body = p(begin + r('Miller 1890')) + p(r('Smith 1901') + fieldMark('end'));
    expect((await read(body)).skipped).toEqual([left(skipReasons.field, 2)]);
  });

  it('text that was deleted is counted, and text that was moved is translated where it has come to', async () => {
    const moved = `<w:moveFrom w:id="2">${r('moved')}</w:moveFrom>`;
    const body = p(deleted('one') + deleted(' more') + r('text') + deleted('two') + deleted('3')) + p(moved);
    expect((await read(body)).skipped).toEqual([left(skipReasons.deleted, 2)]);
  });

  it('a date that was chosen in a control is counted', async () => {
    const list = `<w:sdt><w:sdtPr><w:date/></w:sdtPr><w:sdtContent>${r('1 May')}</w:sdtContent></w:sdt>`;
    expect((await read(p(r('Choose ') + list))).skipped).toEqual([left(skipReasons.choice, 1)]);
  });

  it('text that stands twice, for new and old programs, is counted once', async () => {
    const box = `<w:txbxContent>${p(r('text ') + secret)}</w:txbxContent>`;
    const body = p(
      `<w:r><mc:AlternateContent><mc:Choice Requires="wps">${box}</mc:Choice><mc:Fallback>${box}</mc:Fallback></mc:AlternateContent></w:r>`,
    );
    expect((await read(body)).skipped).toEqual([left(skipReasons.hidden, 1)]);
  });

  it('text is counted by its part', async () => {
    const header = p(r('head ') + field('STYLEREF x', r('Chapter')));
    expect((await read({ body: p(secret), header })).skipped).toEqual([
      left(skipReasons.hidden, 1),
      left(skipReasons.field, 1, 'word/header.xml'),
    ]);
  });
});
