import { describe, expect, it } from 'vitest';
import { RecordedReply, requestOf } from '#test/fakes/http-exchange.js';
import { GuideController } from './guide.controller.js';

const controller = new GuideController();
const exchange = [requestOf(), new RecordedReply().asReply] as const;
const titleOf = (page: Buffer | undefined): string => /<title>(.*)<\/title>/.exec(String(page))?.[1] ?? '';

describe('the guide controller', () => {
  it('pages are found by their names, those of formats below theirs', async () => {
    expect(titleOf(await controller.first(...exchange))).toBe('Documentation');
    expect(titleOf(await controller.one('glossaries', ...exchange))).toBe('Glossaries');
    expect(titleOf(await controller.format('docx', ...exchange))).toContain('DOCX');
    expect(controller.style()).toContain('max-width');
  });

  it.each(['nope', '../package', 'adr'])('a page %s is not found', async (name) => {
    await expect(controller.one(name, ...exchange)).rejects.toMatchObject({ code: 'not_found' });
    await expect(controller.format(name, ...exchange)).rejects.toMatchObject({ code: 'not_found' });
  });
});
