import { expect, it } from 'vitest';
import { familyOf, metricNamesIn, withoutVariables } from './promql.js';

it.each([
  ['sum by (job) (rate(a_total{x=~"b|c_total"}[5m])) / (sum(rate(d_count[5m])) > 0)', ['a_total', 'd_count']],
  ['max by (job, queue) (jobs{state="failed"}) - jobs offset 1h > 0', ['jobs']],
  ['up == 0 unless on (job, instance) gone or absent(present)', ['up', 'gone', 'present']],
  ['histogram_quantile(0.99, sum by (le) (rate(h_bucket[$__rate_interval]))) > 1.5e3', ['h_bucket']],
  ['x:ratio:rate5m > 14.4 * 0.001 and x:ratio:rate1h > 1', ['x:ratio:rate5m', 'x:ratio:rate1h']],
])('the parser finds the metrics of %s', (expression, names) => expect(metricNamesIn(expression)).toEqual(names));

it('a series of a histogram is documented under the name of the histogram', () =>
  expect(['a_seconds_bucket', 'a_seconds_count', 'a_total'].map(familyOf)).toEqual([
    'a_seconds',
    'a_seconds',
    'a_total',
  ]));

it('variables are replaced as Grafana would replace them', () =>
  expect(withoutVariables('rate(a{job=~"$job",instance=~"$instance"}[$__rate_interval])')).toBe(
    'rate(a{job=~".*",instance=~".*"}[5m])',
  ));
