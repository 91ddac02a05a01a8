import { expect, it } from 'vitest';
import { ProgressReporter } from './progress-reporter.js';

const reporterOf = (total: number) => {
  const reports: number[] = [];
  const reporter = new ProgressReporter(async ({ segmentsDone }) => {
    reports.push(segmentsDone);
  });
  const update = (segmentsDone: number, segmentsTotal = total) => reporter.update({ segmentsDone, segmentsTotal });
  return { reporter: { update }, reports };
};

it('the reporter reports a step of five hundredths or more, and no smaller one', async () => {
  const { reporter, reports } = reporterOf(100);
  for (const done of [1, 4, 5, 6, 9, 10, 30]) await reporter.update(done);
  expect(reports).toEqual([5, 10, 30]);
});

it('the reporter makes at most twenty reports of a long document', async () => {
  const { reporter, reports } = reporterOf(100_000);
  for (let done = 1; done <= 100_000; done += 1) await reporter.update(done);
  expect(reports).toHaveLength(20);
  expect(reports.at(-1)).toBe(100_000);
});

it('the reporter reports every segment of a short document', async () => {
  const { reporter, reports } = reporterOf(3);
  for (const done of [1, 2, 3]) await reporter.update(done);
  expect(reports).toEqual([1, 2, 3]);
});

it('the reports never go backwards or repeat themselves', async () => {
  const { reporter, reports } = reporterOf(10);
  for (const done of [4, 2, 4, 5, 1]) await reporter.update(done);
  expect(reports).toEqual([4, 5]);
});

it('the share that is done never falls, also when there turn out to be more segments', async () => {
  const { reporter, reports } = reporterOf(10);
  await reporter.update(8, 10);
  await reporter.update(9, 20);
  await reporter.update(17, 20);
  expect(reports).toEqual([8, 17]);
});

it('the reporter makes one report at a time', async () => {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  const reports: number[] = [];
  const reporter = new ProgressReporter(async ({ segmentsDone }) => {
    reports.push(segmentsDone);
    await held;
  });
  const first = reporter.update({ segmentsDone: 1, segmentsTotal: 10 });
  await reporter.update({ segmentsDone: 5, segmentsTotal: 10 });
  expect(reports).toEqual([1]);
  letGo();
  await first;
  await reporter.update({ segmentsDone: 6, segmentsTotal: 10 });
  expect(reports).toEqual([1, 6]);
});

it('the reporter passes a failure on, and goes on reporting', async () => {
  const reports: number[] = [];
  const reporter = new ProgressReporter(async ({ segmentsDone }) => {
    reports.push(segmentsDone);
    if (segmentsDone === 1) throw new Error('away');
  });
  await expect(reporter.update({ segmentsDone: 1, segmentsTotal: 10 })).rejects.toThrow('away');
  await reporter.update({ segmentsDone: 2, segmentsTotal: 10 });
  expect(reports).toEqual([1, 2]);
});

it('the reporter tells the completion that the speed since its beginning promises', async () => {
  const start = Date.parse('2026-11-21T08:00:00.000Z');
  let now = start;
  const expected: string[] = [];
  const report = async (_done: object, estimatedCompletion: string) => void expected.push(estimatedCompletion);
  const reporter = new ProgressReporter(report, () => now);
  now = start + 20_000;
  await reporter.update({ segmentsDone: 4, segmentsTotal: 10 });
  expect(expected).toEqual(['2026-11-21T08:00:51.000Z']);
});
