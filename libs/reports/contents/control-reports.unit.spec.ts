import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { auditActions } from '#libs/domain/audit/audit-vocabulary.js';
import type { Control, Evidence, EvidenceStatus, ReportSection } from '../report-content.js';
import { type ActCounts, emptyEvidence, evidenceWith } from '../report-evidence.fixture.js';
import type { ActsFilter, ReportEvidence } from '../report-evidence.js';
import { controlReports } from './control-reports.js';
import { detectionAccuracy } from './eu-ai-act/detection-accuracy.js';
import type { ReportBody } from './report-body.js';
import { usedService } from './used-service.fixture.js';

const controlsOf = ({ sections }: ReportBody): Control[] => sections.flatMap(({ controls = [] }) => controls);
const textOf = ({ text }: ReportSection): string => text.join(' ');

const idForms = {
  gdpr_dpa: /^Art\. (?:28\(3\)\([a-h]\)|32\(1\)\([a-d]\))$/,
  gdpr_dpia: /^R\d{1,2}$/,
  eu_ai_act: /^Art\. \d{1,3}(?:\(\d\))?$/,
  vahti: /^(?:HAL|FYY|TEK|VAR)-\d\d(?:\.\d)?$/,
  soc2: /^(?:CC[1-9]\.\d|A1\.\d|C1\.\d|P[1-8]\.\d)$/,
  iso27001: /^A\.[5-8]\.\d{1,2}$/,
} as const satisfies Record<keyof typeof controlReports, RegExp>;

/** Numbers of controls, as in docs/reports.md; vahti, soc2 and iso27001 have ten at least. */
const controlsIn = { gdpr_dpa: 12, gdpr_dpia: 10, eu_ai_act: 13, vahti: 24, soc2: 38, iso27001: 43 };

const settings = { organization: await usedService.organization(), service: await usedService.service() };
const noUsage = await emptyEvidence.usage();

const types = Object.keys(controlReports) as (keyof typeof controlReports)[];

describe.each(types)('the report %s', (type) => {
  const build = controlReports[type];

  it('a report names sections and controls once, and controls by ids of their standard', async () => {
    const body = await build(usedService);
    const ids = controlsOf(body).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(idForms[type]);
    expect(ids).toHaveLength(controlsIn[type]);
    const sections = body.sections.map(({ id }) => id);
    expect(new Set(sections).size).toBe(sections.length);
    for (const id of sections) expect(id).toMatch(/^[a-z][a-z_0-9]*$/);
  });

  it('a report says nothing is evidenced where nothing is known, and no number but of what it lists itself', async () => {
    const body = await build(emptyEvidence);
    const statuses = [...body.sections, ...controlsOf(body)].map(({ status }) => status);
    expect(new Set(statuses)).not.toContain('evidenced');
    for (const { figures, evidence, charts } of body.sections) {
      expect(evidence).toEqual({ ids: [], count: 0, query: null });
      expect(charts).toBeUndefined();
      for (const { value, unit } of figures) if (unit !== 'controls') expect(value).toBe(0);
    }
    for (const { evidence } of controlsOf(body)) expect(evidence.count).toBe(0);
  });

  it('a report says of all that is not evidenced what would be needed, and of all that does not apply why', async () => {
    for (const evidence of [emptyEvidence, usedService]) {
      const body = await build(evidence);
      for (const { id, status, text } of controlsOf(body)) {
        expect(text, id).not.toBe('');
        if (status === 'not_evidenced') expect(text, id).toMatch(/Needed: /);
      }
      for (const section of body.sections)
        if (section.status === 'not_evidenced') expect(textOf(section), section.id).toMatch(/needed/i);
    }
  });

  it('a report says evidenced of no control without an entry of the period, and links at most a hundred', async () => {
    const controls = controlsOf(await build(usedService));
    for (const { id, status, evidence } of controls) {
      if (status === 'evidenced') expect(evidence.count, id).toBeGreaterThan(0);
      expect(evidence.ids.length, id).toBe(Math.min(100, evidence.count));
      expect(evidence.query === null, id).toBe(evidence.count === 0);
    }
    expect(controls.some(({ status }) => status === 'evidenced')).toBe(true);
  });

  it('settings alone evidence nothing in full', async () => {
    const body = await build(evidenceWith(settings));
    expect([...body.sections, ...controlsOf(body)].map(({ status }) => status)).not.toContain('evidenced');
  });

  it.each([
    ['nothing is known', evidenceWith({})],
    ['nothing happened', evidenceWith(settings)],
    ['nothing happened, and nothing is set up', evidenceWith({ service: settings.service })],
    [
      'each thing happened once',
      evidenceWith({ ...settings, acts: auditActions.map((action) => ({ action, count: 1 })) }),
    ],
    [
      'each thing happened once, and is gone',
      evidenceWith({ service: settings.service, acts: auditActions.map((action) => ({ action, count: 1 })) }),
    ],
    ['only other requests were made', evidenceWith({ ...settings, usage: { ...noUsage, requests: 1 } })],
  ])('a report reads as a sentence of people where %s', async (_, evidence) => {
    const body = await build(evidence);
    const texts = [...body.sections.flatMap(({ text }) => text), ...controlsOf(body).map(({ text }) => text)];
    for (const text of texts) {
      expect(text).not.toMatch(
        /(?<![\w.,])0 (?!%)|\b1 time\b|\b1 (?:of \d+ )?[a-z ]+ (?:were|have|are|record)\b|\b1 \w+s\b/,
      );
      expect(text).not.toMatch(/\(\)|: \.|, \.| {2}/);
    }
  });

  it('every figure that it shows is one of the evidence', async () => {
    const figure = fc.integer({ min: 100_000, max: 999_999_999 });
    await fc.assert(
      fc.asyncProperty(figure, figure, figure, figure, async (requests, characters, denied, translated) => {
        const evidence = evidenceWith({
          acts: [
            { action: 'request_refused', result: 'denied', count: denied },
            { action: 'translate', count: translated },
          ],
          usage: { requests, characters, byDay: [], byEndpoint: [], byKey: [], byUser: [], byLanguagePair: [] },
        });
        const known = [requests, characters];
        const acts = async (filter: ActsFilter): Promise<Evidence> => {
          const found = await evidence.acts(filter);
          known.push(found.count);
          return found;
        };
        const body = await build({ ...evidence, acts });
        const shown = body.sections.flatMap(({ text, figures, controls = [] }) => [
          ...text,
          ...figures.map(({ value }) => String(value)),
          ...controls.map((control) => `${control.text} ${control.evidence.count}`),
        ]);
        // Article and section numbers have fewer digits.
        const numbers =
          shown
            .join(' ')
            .replaceAll(/(?<=\d),(?=\d{3})/g, '')
            .match(/\d{6,}/g) ?? [];
        expect(numbers.length).toBeGreaterThan(0);
        for (const number of numbers) expect(known).toContain(Number(number));
      }),
      { numRuns: 20 },
    );
  });

  it('what was refused counts as done nowhere', async () => {
    const refusedAlone = evidenceWith({
      acts: auditActions.map((action) => ({ action, result: 'failure' as const, count: 3 })),
    });
    const body = await build(refusedAlone);
    const ofAnyResult = ['Entries of the audit log', 'Entries with an actor', 'Failed acts'];
    for (const { name, value, unit } of body.sections.flatMap(({ figures }) => figures))
      if (unit !== 'controls' && !ofAnyResult.includes(name)) expect(value, name).toBe(0);
  });

  it('a table that a text speaks of is in the report', async () => {
    const body = await build(
      evidenceWith({
        acts: [
          { action: 'translate', result: 'failure', count: 1 },
          { action: 'translate', result: 'denied', count: 1 },
        ],
        failures: { byDay: [], byCode: [{ code: 'invalid_language', result: 'failure', count: 1 }] },
        organization: await usedService.organization(),
      }),
    );
    const texts = [...body.sections.flatMap(({ text }) => text), ...controlsOf(body).map(({ text }) => text)].join(' ');
    const titles = body.sections.flatMap(({ tables = [] }) => tables.map(({ title }) => title));
    if (texts.includes('the table of failed and denied acts'))
      expect(titles).toContain('Failed and denied acts by code');
    if (texts.includes('the table of keys')) expect(titles).toContain('Active API keys');
  });

  it('each figure of a section has a name of its own', async () => {
    for (const { id, figures } of (await build(usedService)).sections) {
      const names = figures.map(({ name }) => name);
      expect(new Set(names).size, id).toBe(names.length);
    }
  });

  it('a section of controls has their status where they agree', async () => {
    const body = await build(usedService);
    for (const { status, controls = [], figures } of body.sections) {
      if (!figures.some(({ unit }) => unit === 'controls')) continue;
      const statuses = new Set<EvidenceStatus>();
      for (const control of controls) if (control.status !== 'not_applicable') statuses.add(control.status);
      const [only] = statuses;
      expect(status).toBe(statuses.size === 1 ? only : 'partly_evidenced');
    }
  });
});

describe.each([
  ['soc2', 'CC7.3'],
  ['iso27001', 'A.5.25'],
] as const)('disturbances of the service in %s, %s', (type, id) => {
  const shown = async (acts: ActCounts) =>
    controlsOf(await controlReports[type](evidenceWith({ acts }))).find((control) => control.id === id);

  it('no record of one is no evidence that there was none', async () => {
    const control = await shown([]);
    expect(control).toMatchObject({ status: 'not_evidenced', evidence: { count: 0 } });
    expect(control?.text).toContain('no data on disturbances of its own');
    expect(control?.text).toContain('No entry of the period records that the audit log had been signed no more.');
  });

  it('that signing was resumed is shown with its entries', async () => {
    const control = await shown([{ action: 'log_resume', count: 2 }]);
    expect(control).toMatchObject({ status: 'partly_evidenced', evidence: { count: 2 } });
    expect(control?.text).toContain('2 entries record that the audit log had been signed no more');
  });
});

it('the accuracy of detection is shown where languages were detected, and as that of a test set', async () => {
  const accuracy = async (evidence: ReportEvidence) =>
    (await controlReports.eu_ai_act(evidence)).sections.find(({ id }) => id === 'accuracy');
  const [used, unused] = [await accuracy(usedService), await accuracy(emptyEvidence)];
  const { sentences, fewWords } = detectionAccuracy;
  expect(used?.text.join(' ')).toMatch(
    /On 940 texts of the release's own test set, .* the service has not measured it\./,
  );
  expect(used?.figures.filter(({ unit }) => unit === '%').map(({ value }) => value)).toEqual([sentences, fewWords]);
  expect(unused?.figures.filter(({ unit }) => unit === '%')).toEqual([]);
});

it('the record for an agreement shows what the organization declares, and no table where it declares nothing', async () => {
  const tableIn = async (organization: object) => {
    const { sections } = await controlReports.gdpr_dpa({
      ...usedService,
      organization: async () => ({ ...(await usedService.organization()), ...organization }),
    });
    return sections.flatMap(({ tables = [] }) => tables).find(({ title }) => title.startsWith('Declared by'));
  };
  const declared = [{ field: 'sub_processors', values: ['Example Hosting Oy', 'Example Mail Oy'] }];
  expect((await tableIn({ declared }))?.rows).toEqual([
    ['Sub-processors', 'Example Hosting Oy'],
    ['Sub-processors', 'Example Mail Oy'],
  ]);
  expect(await tableIn({})).toBeUndefined();
});

it('what the organization declares of parties and purposes is evidence in part, and what it does not is named', async () => {
  const sectionsWith = async (declared: { field: string; values: string[] }[]) => {
    const { sections } = await controlReports.gdpr_dpa({
      ...usedService,
      organization: async () => ({ ...(await usedService.organization()), declared }),
    });
    return sections.filter(({ id }) => ['parties', 'purposes'].includes(id)).map(({ text }) => text.join(' '));
  };
  const [parties, purposes] = await sectionsWith([
    { field: 'controller', values: ['Acme Oy'] },
    { field: 'purposes', values: ['Letters'] },
  ]);
  expect(parties).toContain(
    'declares the controller in its record of processing. The service checks none of it. Not declared: the representative and the data protection officer.',
  );
  expect(purposes).toContain('declares the purposes');
  expect(purposes).toContain('Not declared: the legal bases.');
  const [none] = await sectionsWith([]);
  expect(none).toContain('The service has no data on the controller');
});

it.each(types)('no name of a setting and no path of the API stands in the report %s', async (type) => {
  for (const evidence of [usedService, emptyEvidence]) {
    const { sections, method } = await controlReports[type](evidence);
    const written = JSON.stringify([method, sections.map((section) => ({ ...section, evidence: null }))]);
    expect(written).not.toMatch(/TRANSLEDGER_|\/v1\/|\b(?:GET|POST|PATCH|PUT|DELETE) /);
  }
});

it('a limit of 0, which is none, does not read as if nothing were allowed', async () => {
  const limits = { TRANSLEDGER_TIER_PRO_CHARACTERS_PER_DAY: '0', TRANSLEDGER_CACHE_BYTES: '0' };
  const service = async () => ({ ...(await usedService.service()), settings: limits });
  const { sections } = await controlReports.soc2({ ...usedService, service });
  const rows = sections.flatMap(({ tables = [] }) => tables).find(({ title }) => title.startsWith('Settings'))?.rows;
  expect(rows).toEqual([
    ['Characters per day', '0 (no limit)'],
    ['Translations kept in memory for repeated texts, in bytes', '0'],
  ]);
});

it.each(['gdpr_dpa', 'vahti', 'soc2', 'iso27001'] as const)(
  'a certification stands in the report %s with all that the organization states of it',
  async (type) => {
    const { sections } = await controlReports[type](usedService);
    const tables = sections.flatMap(({ tables: ofSection = [] }) => ofSection);
    const table = tables.find(({ title }) => title.startsWith('Certifications'));
    const stated = table?.rows.map((row) =>
      Object.fromEntries(row.map((value, at) => [table.columns[at]?.name, value])),
    );
    expect(stated).toEqual([
      {
        Standard: 'ISO 27001',
        Status: 'compliant',
        Level: null,
        'Certificate id': 'FI-2026-0042',
        Articles: null,
        'Report period': null,
        Verified: '2026-10-01T00:00:00.000Z',
        Ends: '2027-11-01T00:00:00.000Z',
        Expected: null,
      },
      {
        Standard: 'VAHTI',
        Status: 'in progress',
        Level: 'increased',
        'Certificate id': null,
        Articles: '16 and 17',
        'Report period': '2025-07 to 2026-06',
        Verified: null,
        Ends: null,
        Expected: '2027-03-01',
      },
    ]);
  },
);

it('a section says how many of its controls apply, as the summary counts them', async () => {
  const articles = (await controlReports.eu_ai_act(usedService)).sections.at(-1);
  expect(articles?.text).toEqual([
    expect.stringMatching(/^13 controls, 1 of which does not apply\. .* of the other 12; /),
  ]);
});

it('languages are counted as the list of languages counts them, and variants by themselves', async () => {
  const pair = { model: 'apertium-x', licence: 'GPL-2' };
  const inference = {
    engine: 'apertium',
    pairs: [
      { source: 'es', target: 'pt', ...pair },
      { source: 'es', target: 'pt-BR', ...pair },
      { source: 'pt-BR', target: 'es', ...pair },
    ],
  };
  const service = async () => ({ ...(await usedService.service()), inference });
  const { sections } = await controlReports.eu_ai_act({ ...usedService, service });
  const models = sections.find(({ id }) => id === 'model_inventory');
  expect(models?.text[0]).toContain(
    'The pairs are of 2 languages; 1 variant of these (such as pt-BR) counts in pairs of its own.',
  );
  expect(models?.figures).toEqual(
    expect.arrayContaining([
      { name: 'Languages', value: 2, unit: 'languages' },
      { name: 'Variants of languages', value: 1, unit: 'variants' },
    ]),
  );
});

it('the inventory of models has those that were installed in the period, with their hashes and when they were removed', async () => {
  const model = {
    name: 'Firefox en-de tiny 2.0',
    engine: 'marian',
    sourceLanguages: ['en'],
    targetLanguages: ['de'],
    sha256: 'ab'.repeat(32),
    licence: 'MPL-2.0',
    source: 'https://models.example.com/ende',
    installedAt: '2026-11-02T08:00:00.000Z',
    removedAt: null,
  };
  const removedAt = '2026-11-20T08:00:00.000Z';
  const models = async () => [model, { ...model, sha256: 'cd'.repeat(32), licence: null, removedAt }];
  const { sections } = await controlReports.eu_ai_act({ ...usedService, models });
  const inventory = sections.find(({ id }) => id === 'model_inventory');
  const table = inventory?.tables?.find(({ title }) => title === 'Models installed in the period');
  const { name, engine, source, installedAt } = model;
  expect(table?.rows).toEqual([
    [name, engine, 'en', 'de', 'ab'.repeat(32), 'MPL-2.0', source, installedAt, 'not removed'],
    [name, engine, 'en', 'de', 'cd'.repeat(32), 'not evidenced', source, installedAt, removedAt],
  ]);
  expect(inventory?.figures).toContainEqual({ name: 'Installed models', value: 2, unit: 'installations' });
});
