import type { Command } from 'commander';
import { Rejection } from '#libs/domain/errors/rejection.js';
import type { JobQueue } from '#libs/ports/job-queue/job-queue.port.js';
import { causeCells, causeHeadings } from './cause.output.js';
import { print, table } from './output.js';
import { withService } from './service.js';

/** Works on no job, so that no job is active when it stops. */
const withJobs = <T>(work: (jobs: JobQueue) => Promise<T>): Promise<T> =>
  withService(async ({ settings, address }) => {
    const { openJobQueue } = await import('#libs/engines/job-queue.js');
    const { createLogger } = await import('#libs/platform/telemetry/logger.js');
    const jobs = await openJobQueue(settings, { role: 'cli', address, poolSize: 1 }, createLogger('cli', 'error'));
    try {
      return await work(jobs);
    } finally {
      await jobs.stop(0);
    }
  });

const assertQueue = async (jobs: JobQueue, queue: string): Promise<void> => {
  const queues = (await jobs.status()).map((status) => status.queue).sort();
  if (queues.includes(queue)) return;
  throw new Rejection('not_found', { message: `There is no queue ${queue}. Queues: ${queues.join(', ')}.` });
};

export const addJobCommands = (group: Command): void => {
  group
    .command('failed')
    .description('jobs of the last month that were given up, and why')
    .argument('[queue]', 'of one queue only')
    .action(async (queue: string | undefined, _options, command: Command) => {
      const failed = await withJobs(async (jobs) => {
        if (queue !== undefined) await assertQueue(jobs, queue);
        return jobs.failed(queue);
      });
      print(command, { failed }, () =>
        table(
          ['QUEUE', 'JOB', 'ATTEMPTS', 'FAILED AT', ...causeHeadings],
          failed.map((job) => [job.queue, job.id, job.attempts, job.failedAt, ...causeCells(job.failure)]),
        ),
      );
    });
};
