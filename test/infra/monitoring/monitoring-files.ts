import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import { projectRoot } from '#test/project-root.js';

export const monitoring = join(projectRoot, 'infra/monitoring');

interface Rule {
  alert?: string;
  record?: string;
  expr: string;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
}

export interface Alert extends Rule {
  alert: string;
}

interface RuleTest {
  name?: string;
  alert_rule_test: { alertname: string; exp_alerts: unknown[] }[];
}

export interface Panel {
  id: number;
  type: string;
  title: string;
  description?: string;
  gridPos: { x: number; y: number; w: number; h: number };
  datasource?: { type: string; uid: string };
  targets?: { expr: string; refId: string; datasource: { type: string; uid: string } }[];
  fieldConfig?: { defaults: { unit?: string; thresholds?: { steps: { value: number | null }[] } } };
}

export interface Dashboard {
  uid: string;
  title: string;
  description: string;
  tags: string[];
  links: { type: string; tags: string[]; includeVars: boolean }[];
  templating: { list: { name: string; type: string }[] };
  panels: Panel[];
}

const files = (pattern: string): string[] => globSync(pattern, { cwd: monitoring }).sort();
const read = (file: string): string => readFileSync(join(monitoring, file), 'utf8');

export const ruleFiles = files('prometheus/rules/*.yaml');
export const ruleTestFiles = files('prometheus/tests/*.yaml');

export const rules: readonly Rule[] = ruleFiles.flatMap((file) => {
  const { groups }: { groups: { rules: Rule[] }[] } = parse(read(file));
  return groups.flatMap((group) => group.rules);
});

export const alerts: readonly Alert[] = rules.filter((rule): rule is Alert => rule.alert !== undefined);

export const ruleTests: readonly RuleTest[] = ruleTestFiles.flatMap((file) => {
  const { tests }: { tests: RuleTest[] } = parse(read(file));
  return tests;
});

export const dashboards: readonly { name: string; dashboard: Dashboard }[] = files('grafana/dashboards/*.json').map(
  (file) => ({ name: basename(file), dashboard: JSON.parse(read(file)) }),
);

/** Every query of the dashboards, with its place. */
export const queries = dashboards.flatMap(({ name, dashboard }) =>
  dashboard.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ at: `${name}: ${title}`, expr }))),
);
