import { expect, it } from 'vitest';
import { ProgressReporter } from './progress-reporter.js';

const reporterOf = (total: number) => {
  const reports: number[] = [];
  const reporter = new ProgressReporter(total, async (segmentsDone) => {
    reports.push(segmentsDone);
  });
  return { reporter, reports };
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

it('the reporter makes one report at a time', async () => {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  const reports: number[] = [];
  const reporter = new ProgressReporter(10, async (segmentsDone) => {
    reports.push(segmentsDone);
    await held;
  });
  const first = reporter.update(1);
  await reporter.update(5);
  expect(reports).toEqual([1]);
  letGo();
  await first;
  await reporter.update(6);
  expect(reports).toEqual([1, 6]);
});

it('the reporter passes a failure on, and goes on reporting', async () => {
  const reports: number[] = [];
  const reporter = new ProgressReporter(10, async (segmentsDone) => {
    reports.push(segmentsDone);
    if (segmentsDone === 1) throw new Error('away');
  });
  await expect(reporter.update(1)).rejects.toThrow('away');
  await reporter.update(2);
  expect(reports).toEqual([1, 2]);
});
