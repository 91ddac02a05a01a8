import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { stringify } from 'yaml';
import { describeWith } from '#test/servers/describe-with.js';
import { queries, ruleFiles, ruleTestFiles } from './monitoring-files.js';
import { withoutVariables } from './promql.js';
import { promtool } from './promtool.js';

const expectSuccess = ({ status, output }: ReturnType<typeof promtool>): void => expect(status, output).toBe(0);

describeWith(['promtool'], 'Prometheus', () => {
  it('Prometheus accepts its configuration', () =>
    expectSuccess(promtool(['check', 'config', 'prometheus/prometheus.yml'])));

  it('Prometheus accepts the rules, and its lints find nothing in them', () =>
    expectSuccess(promtool(['check', 'rules', '--lint=all', '--lint-fatal', ...ruleFiles])));

  it.each(ruleTestFiles)('the alerts fire and stay quiet as %s says', (file) =>
    expectSuccess(promtool(['test', 'rules', file])),
  );

  it('Prometheus parses every query of the dashboards', () => {
    const folder = mkdtempSync(join(tmpdir(), 'transledger-queries-'));
    try {
      const file = join(folder, 'queries.yaml');
      const rules = queries.map(({ expr }, index) => ({ record: `query:${index}`, expr: withoutVariables(expr) }));
      writeFileSync(file, stringify({ groups: [{ name: 'queries', rules }] }));
      expectSuccess(promtool(['check', 'rules', file]));
      expect(rules.length).toBeGreaterThan(60);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
