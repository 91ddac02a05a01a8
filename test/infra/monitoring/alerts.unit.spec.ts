import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '#test/project-root.js';
import { type Alert, alerts, ruleTests } from './monitoring-files.js';

const page = 'docs/monitoring.md';
const text = readFileSync(join(projectRoot, page), 'utf8');
const sections = new Map(
  text
    .split(/^### /m)
    .slice(1)
    .map((section) => {
      const [heading = '', ...body] = section.split('\n');
      return [heading.trim(), body.join('\n').trim()] as const;
    }),
);

/** Whether the alert fires, in each result that its tests expect. */
const expectedOf = ({ alert }: Alert): boolean[] =>
  ruleTests
    .flatMap((test) => test.alert_rule_test)
    .filter(({ alertname }) => alertname === alert)
    .map(({ exp_alerts }) => exp_alerts.length > 0);

describe.each(alerts)('$alert', (alert) => {
  it('the alert has a severity and says what is wrong', () => {
    expect(alert.labels?.severity).toMatch(/^(critical|warning)$/);
    expect(alert.annotations?.summary).toMatch(/^[A-Z].+[^.]$/);
    expect(alert.annotations?.description).toMatch(/\.$/);
  });

  it('the alert links to a section that says what to do', () => {
    expect(alert.annotations?.runbook_url).toBe(`${page}#${alert.alert.toLowerCase()}`);
    expect(sections.get(alert.alert), `a section of ${page}`).toBeTruthy();
  });

  it('the alert is tested both where it fires and where it does not', () => {
    expect(expectedOf(alert)).toContain(true);
    expect(expectedOf(alert)).toContain(false);
  });
});

it('the names of alerts are unique, and no section describes an alert that is gone', () => {
  const names = alerts.map(({ alert }) => alert);
  expect(new Set(names).size).toBe(names.length);
  const told = [...sections.keys()].filter((heading) => heading.startsWith('Transledger'));
  expect(told.filter((heading) => !names.includes(heading))).toEqual([]);
});
