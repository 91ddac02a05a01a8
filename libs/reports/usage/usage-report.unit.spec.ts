import { describe, expect, it } from 'vitest';
import { reportHead } from '../report-content.fixture.js';
import { noEvidence } from '../report-content.js';
import { usageReport } from './usage-report.js';

const usage = {
  characters: 30,
  requests: 4,
  byDay: [
    { day: '2026-11-01', characters: 10, requests: 3 },
    { day: '2026-11-05', characters: 20, requests: 1 },
  ],
  byEndpoint: [{ endpoint: 'translate', characters: 30, requests: 4 }],
  byKey: [
    { key_id: 'key_1', key_name: 'build server', characters: 30, requests: 3 },
    { key_id: null, key_name: null, characters: 0, requests: 1 },
  ],
  byUser: [
    { user_id: 'usr_1', user_name: 'Ada', user_email: 'ada@example.com', characters: 30, requests: 3 },
    { user_id: '[erased]', user_name: null, user_email: null, characters: 0, requests: 1 },
  ],
  byLanguagePair: [{ source_language: 'en', target_language: 'es', requests: 2, characters: 30 }],
};
const evidence = { ids: ['aud_1'], count: 4, query: 'start=2026-11-01&end=2026-12-01' };

describe('the usage report', () => {
  it('use is shown in all, and by day, endpoint, key, user and pair of languages', () => {
    const { sections, report } = usageReport(reportHead, usage, evidence);
    expect(report).toBe(reportHead.report);
    expect(sections.map(({ id }) => id)).toEqual([
      ...['summary', 'by_day', 'by_endpoint', 'by_key', 'by_user', 'by_language_pair'],
    ]);
    expect(sections[0]).toMatchObject({
      status: 'evidenced',
      evidence,
      figures: [
        { name: 'characters', value: 30, unit: 'characters' },
        { name: 'requests', value: 4, unit: 'requests' },
        { name: 'days_with_use', value: 2, unit: 'days' },
        { name: 'busiest_day', value: '2026-11-05', unit: null },
      ],
    });
    expect(sections[1]).toMatchObject({
      tables: [
        {
          rows: [
            ['2026-11-01', 10, 3],
            ['2026-11-05', 20, 1],
          ],
        },
      ],
    });
    expect(sections[3]?.tables?.[0]?.rows).toEqual([
      ['key_1', 'build server', 30, 3],
      ['without a key', null, 0, 1],
    ]);
    expect(sections[4]?.tables?.[0]?.rows).toEqual([
      ['usr_1', 'Ada', 'ada@example.com', 30, 3],
      ['[erased]', null, null, 0, 1],
    ]);
    expect(sections[5]?.tables?.[0]?.rows).toEqual([['en', 'es', 30, 2]]);
  });

  it('users are told by id, and their names once', () => {
    const { people, use } = usageReport(reportHead, usage, evidence);
    expect(people).toEqual({ usr_1: { name: 'Ada', email: 'ada@example.com' } });
    expect(use).toEqual({
      by_user: [
        { user_id: 'usr_1', requests: 3, characters: 30 },
        { user_id: '[erased]', requests: 1, characters: 0 },
      ],
      by_language_pair: usage.byLanguagePair,
    });
  });

  it('the size and the root of the log that was counted are said', () => {
    const checkpoint = 'example.com/log\n41\nCsUYapGGPo4d=\n\n— example.com AAAA\n';
    const [summary] = usageReport({ ...reportHead, checkpoint }, usage, evidence).sections;
    expect(summary?.text[1]).toBe(
      'The log had 41 entries at the checkpoint, with the root CsUYapGGPo4d=: what came later is not counted.',
    );
    expect(usageReport({ ...reportHead, checkpoint: null }, usage, evidence).sections[0]?.text).toHaveLength(1);
  });

  it('a chart by day has the days without use as well, one of no values is left out', () => {
    const [, byDay, , byKey] = usageReport(reportHead, usage, evidence).sections;
    expect(byDay?.charts?.map(({ unit }) => unit)).toEqual(['characters', 'requests']);
    const points = byDay?.charts?.[0]?.points ?? [];
    expect(points).toHaveLength(30);
    expect(points.slice(0, 6).map(({ value }) => value)).toEqual([10, 0, 0, 0, 20, 0]);
    expect(byKey?.charts).toHaveLength(2);
    expect(byKey?.charts?.[0]?.points[0]).toEqual({ label: 'build server (key_1)', value: 30 });
    const withoutCharacters = { ...usage, byKey: [{ key_id: 'key_1', key_name: null, characters: 0, requests: 3 }] };
    const [, , , counted] = usageReport(reportHead, withoutCharacters, evidence).sections;
    expect(counted?.charts?.map(({ unit }) => unit)).toEqual(['requests']);
  });

  it('a period without use says so, is not evidenced, and draws nothing', () => {
    const { sections } = usageReport(
      reportHead,
      {
        ...{ characters: 0, requests: 0, byDay: [], byEndpoint: [], byKey: [] },
        ...{ byUser: [], byLanguagePair: [] },
      },
      noEvidence,
    );
    for (const { text, status, charts, tables } of sections) {
      expect(text.join(' ')).toMatch(/There was no use in the period\.|Nothing was translated in the period\./);
      expect({ status, charts, tables }).toEqual({ status: 'not_evidenced', charts: undefined, tables: undefined });
    }
    expect(sections[0]?.figures.map(({ name }) => name)).not.toContain('busiest_day');
  });

  it('a chart has the largest only, the table has all', () => {
    const byKey = Array.from({ length: 30 }, (_, at) => ({
      key_id: `key_${at}`,
      key_name: null,
      characters: 30 - at,
      requests: at,
    }));
    const { sections } = usageReport(reportHead, { ...usage, byKey }, evidence);
    const [characters, requests] = sections[3]?.charts ?? [];
    expect(characters?.title).toBe('Characters by key: the 20 largest of 30');
    expect(characters?.points.map(({ value }) => value)).toEqual(Array.from({ length: 20 }, (_, at) => 30 - at));
    expect(requests?.title).toBe('Requests by key: the 20 largest of 29');
    expect(requests?.points[0]).toEqual({ label: 'key_29', value: 29 });

    expect(sections[3]?.tables?.[0]?.rows).toHaveLength(30);
  });
});
