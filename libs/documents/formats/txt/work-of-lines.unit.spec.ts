import { afterAll, describe, expect, it } from 'vitest';
import { throughFormat } from '#libs/documents/formats/format-work.suite.js';
import { WorkCounter } from '#test/work/counted-work.js';
import { txtFormat } from './txt.format.js';

/** Lines of which nothing is translated, so that no quota bounds how many a file has. */
describe('lines without a letter', () => {
  const counter = new WorkCounter();
  afterAll(() => counter.end());
  const through = throughFormat(txtFormat, (text) => Buffer.from(`Hi.\n${text}`));
  const stepsOf = (line: string, count: number) => counter.stepsOf(() => through(line.repeat(count), line));

  it.each(['\n', '\r\n', '\u2028', ' \n', '-\n', '1\t2\n'])('a line %j takes a few steps', async (line) => {
    await stepsOf(line, 10);
    const [few, more] = [await stepsOf(line, 1_000), await stepsOf(line, 5_000)];
    expect((more - few) / 4_000).toBeLessThan(80);
  });
});
