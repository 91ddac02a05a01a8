import { expect, it } from 'vitest';
import { reportEntry, textOf, wholeReport } from '../report-content.fixture.js';
import { writeJson } from './write-json.js';

it('people and use stand at the top of a report that tells of them', async () => {
  const use = { by_user: [{ user_id: 'usr_ada', requests: 1, characters: 2 }], by_language_pair: [] };
  const people = { usr_ada: { name: 'Ada' } };
  const written = await textOf(writeJson({ ...wholeReport, people, use }));
  expect(JSON.parse(written)).toMatchObject({ people, ...use });
  expect(Object.keys(JSON.parse(written)).slice(0, 4)).toEqual(['report', 'people', 'by_user', 'by_language_pair']);
});

it('a report is one JSON object, texts in paragraphs, with the number and the query of its evidence', async () => {
  const [first] = wholeReport.sections;
  const evidence = {
    evidence: ['aud_1', 'aud_2'],
    evidence_count: 7,
    evidence_query: 'start=2026-11-01&end=2026-12-01',
  };
  expect(JSON.parse(await textOf(writeJson(wholeReport)))).toEqual({
    report: wholeReport.report,
    method: 'How it was made.\n\nWhat it cannot know.',
    checkpoint: wholeReport.checkpoint,
    sections: [
      {
        id: 'first',
        title: 'First',
        status: 'partly_evidenced',
        text: 'One, two.\n\n=three',
        figures: first?.figures,
        ...evidence,
        controls: [
          {
            id: 'CC6.1',
            title: 'Access',
            status: 'not_applicable',
            text: 'Nothing to show.',
            evidence: [],
            evidence_count: 0,
            evidence_query: null,
          },
        ],
        charts: first?.charts,
        tables: first?.tables,
      },
      {
        id: 'entries',
        title: 'Entries',
        status: 'evidenced',
        text: '',
        figures: [],
        evidence: [],
        evidence_count: 3,
        evidence_query: null,
        entries: ['aud_1', 'aud_2', 'aud_3'].map((id) => reportEntry({ id })),
      },
    ],
  });
});

it('a report without sections, and one without entries in the period, are JSON too', async () => {
  expect(JSON.parse(await textOf(writeJson({ ...wholeReport, sections: [] })))).toMatchObject({ sections: [] });
  const [, last] = wholeReport.sections;
  const none = { ...last, entries: async function* () {} } as (typeof wholeReport.sections)[number];
  const { sections } = JSON.parse(await textOf(writeJson({ ...wholeReport, sections: [none] })));
  expect(sections[0].entries).toEqual([]);
});
