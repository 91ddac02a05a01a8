import { describe, expect, it } from 'vitest';
import { eraseSubject } from '#test/fakes/erase-subject.js';
import { InMemorySubjectKeys } from '#test/fakes/in-memory-subject-keys.js';
import { openLayers, saltIn, textIn } from './personal-data.js';

describe('a text of what was sealed', () => {
  it.each([
    ['what was written', { name: 'Ada' }, 'Ada'],
    ['empty when something else was written', { name: 7 }, ''],
    ['empty when nothing was written', {}, ''],
    ['marked when the subject was erased', null, '[erased]'],
  ])('a text of sealed data is %s', (_, opened, text) => {
    expect(textIn(opened, 'name')).toBe(text);
  });
});

describe('data sealed in layers', () => {
  const sealed = async () => {
    const subjectKeys = new InMemorySubjectKeys();
    const user = await subjectKeys.subjectFor('org_1', 'usr_1');
    const address = await subjectKeys.subjectFor('org_1', '203.0.113.9', 'ip_address');
    const layered = await subjectKeys.sealPersonal([
      { subject: user, values: { user_id: 'usr_1' } },
      { subject: address, values: { ip_address: '203.0.113.9' } },
    ]);
    const older = await subjectKeys.seal(user, { user_id: 'usr_1', ip_address: '203.0.113.8' });
    const items = [
      { subject: user, sealed: layered.sealed, innerSubject: address },
      { subject: user, sealed: older, innerSubject: null },
    ];
    return { subjectKeys, items };
  };
  const textsOf = (opened: Awaited<ReturnType<typeof openLayers>>) =>
    opened.map(({ outer, inner }) => [textIn(outer, 'user_id'), textIn(inner, 'ip_address')]);

  it('a text that comes again is opened once, and read at each of its places', async () => {
    const { subjectKeys, items } = await sealed();
    let asked = 0;
    const counting = {
      openMany: (given: Parameters<InMemorySubjectKeys['openMany']>[0]) => {
        asked += given.length;
        return subjectKeys.openMany(given);
      },
    };
    const opened = await openLayers(counting, [...items, ...items]);
    expect(asked).toBe(3);
    expect(textsOf(opened).slice(2)).toEqual(textsOf(opened).slice(0, 2));
  });

  it('both layers open, and what was sealed in one opens as before', async () => {
    const { subjectKeys, items } = await sealed();
    const opened = await openLayers(subjectKeys, items);
    expect(textsOf(opened)).toEqual([
      ['usr_1', '203.0.113.9'],
      ['usr_1', '203.0.113.8'],
    ]);
    expect(opened.map(({ inner }) => saltIn(inner, 'ip_address'))).toEqual([expect.any(String), undefined]);
  });

  it('an erased address leaves the user, and an erased user leaves nothing', async () => {
    const { subjectKeys, items } = await sealed();
    await eraseSubject(subjectKeys, 'org_1', '203.0.113.9', 'ip_address');
    expect(textsOf(await openLayers(subjectKeys, items))).toEqual([
      ['usr_1', '[erased]'],
      ['usr_1', '203.0.113.8'],
    ]);
    await eraseSubject(subjectKeys, 'org_1', 'usr_1');
    const opened = await openLayers(subjectKeys, items);
    expect(textsOf(opened).flat()).toEqual(Array(4).fill('[erased]'));
    expect(saltIn(opened[0]?.outer, 'user_id')).toBeUndefined();
  });
});
