import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { externalMetrics } from './external-metrics.js';
import { documentedMetrics, isOfNode } from './metric-reference.js';
import { dashboards, monitoring, type Panel, queries, rules } from './monitoring-files.js';
import { familyOf, metricNamesIn } from './promql.js';

const overlap = (a: Panel['gridPos'], b: Panel['gridPos']): boolean =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

describe.each(dashboards)('$name', ({ dashboard }) => {
  const { panels, templating, links } = dashboard;
  const content = panels.filter(({ type }) => type !== 'row');

  it('the panels of the dashboard fit in without overlap', () => {
    for (const { gridPos, title } of panels) expect(gridPos.x + gridPos.w, title).toBeLessThanOrEqual(24);
    const pairs = panels.flatMap((a, index) => panels.slice(index + 1).map((b) => [a, b] as const));
    expect(pairs.filter(([a, b]) => overlap(a.gridPos, b.gridPos)).map(([a, b]) => [a.title, b.title])).toEqual([]);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  });

  it('the dashboard leaves no gap above a panel', () => {
    const bottoms = new Set([0, ...panels.map(({ gridPos }) => gridPos.y + gridPos.h)]);
    expect(panels.filter(({ gridPos }) => !bottoms.has(gridPos.y)).map(({ title }) => title)).toEqual([]);
  });

  it('the dashboard says of every panel what it shows and in which unit', () => {
    expect(content.length).toBeGreaterThan(4);
    for (const { title, description, fieldConfig, targets = [] } of content) {
      expect(description ?? '', title).toMatch(/^\S.{8,}\.$/);
      expect(fieldConfig?.defaults.unit, title).toBeTypeOf('string');
      expect(targets.length, title).toBeGreaterThan(0);
      expect(new Set(targets.map(({ refId }) => refId)).size, title).toBe(targets.length);
    }
  });

  it('the thresholds of each panel rise', () => {
    for (const { title, fieldConfig } of content) {
      const [first, ...steps] = fieldConfig?.defaults.thresholds?.steps ?? [];
      expect(first?.value, title).toBeNull();
      const values = steps.map(({ value }) => value ?? Number.NEGATIVE_INFINITY);
      expect(values, title).toEqual(values.toSorted((a, b) => a - b));
    }
  });

  it('the panels query the chosen data source, with variables that exist', () => {
    const known = new Set([...templating.list.map(({ name }) => name), '__rate_interval', '__range']);
    for (const { title, datasource, targets = [] } of content) {
      for (const source of [datasource, ...targets.map((target) => target.datasource)]) {
        expect(source, title).toEqual({ type: 'prometheus', uid: '$datasource' });
      }
      const used = targets.flatMap(({ expr }) => [...expr.matchAll(/\$\{?(\w+)/g)].map(([, name = '']) => name));
      expect(
        used.filter((name) => !known.has(name)),
        title,
      ).toEqual([]);
    }
  });

  it('the dashboard links to the others', () =>
    expect(links).toMatchObject([{ type: 'dashboards', tags: ['transledger'], includeVars: true }]));
});

it('each dashboard has an id of its own, and the tag by which they are linked', () => {
  expect(new Set(dashboards.map(({ dashboard }) => dashboard.uid)).size).toBe(dashboards.length);
  for (const { dashboard } of dashboards) expect(dashboard.tags).toContain('transledger');
});

it('the dashboards are those that build.mjs makes from their sources', () => {
  const build = join(monitoring, 'dashboards/build.mjs');
  expect(() => execFileSync(process.execPath, [build, '--check'], { stdio: 'pipe' })).not.toThrow();
});

it('dashboards and rules query only metrics that are documented, recorded or of another program', () => {
  const known = new Set([...documentedMetrics(), ...externalMetrics, ...rules.flatMap(({ record }) => record ?? [])]);
  const asked = [...queries, ...rules.map(({ expr, alert, record }) => ({ at: alert ?? record, expr }))];
  const unknown = asked.flatMap(({ at, expr }) =>
    metricNamesIn(expr)
      .filter((name) => !known.has(name) && !known.has(familyOf(name)) && !isOfNode(name))
      .map((name) => `${at}: ${name}`),
  );
  expect(unknown).toEqual([]);
});

it('every documented metric of our own is in a dashboard or an alert', () => {
  const shown = new Set(queries.flatMap(({ expr }) => metricNamesIn(expr).map(familyOf)));
  const alerted = new Set(rules.flatMap(({ expr }) => metricNamesIn(expr).map(familyOf)));
  expect([...documentedMetrics()].filter((name) => !shown.has(name) && !alerted.has(name))).toEqual([]);
});
