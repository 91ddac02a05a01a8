import { describe, expect, it } from 'vitest';
import { causeOf } from '../cause.js';
import { createLogger } from '../logger.js';
import { createLifeCycle } from './life-cycle.js';
import { lifeCycleLines, lifeCycleLog } from './life-cycle.log.js';

const linesOf = (write: (lifeCycle: ReturnType<typeof lifeCycleLog>) => void): Record<string, unknown>[] => {
  const lines: string[] = [];
  write(createLifeCycle(lifeCycleLog(createLogger('worker', 'info', { write: (line) => lines.push(line) }))));
  return lines.map((line) => JSON.parse(line));
};

describe('the line of a failure', () => {
  it('the line of a failure has kind, place, attempt and cause', () => {
    const cause = causeOf(Object.assign(new RangeError('the customer’s text'), { code: 'ERR_X' }));
    const [line, ...more] = linesOf((lifeCycle) =>
      lifeCycle.emit('job.given-up', { queue: 'expiry', job: 'job-1', attempt: 3, cause }),
    );
    expect(more).toEqual([]);
    expect(line).toMatchObject({
      level: 'error',
      msg: 'a job was given up',
      kind: 'job',
      place: 'expiry',
      job: 'job-1',
      attempt: 3,
      cause: { name: 'RangeError', code: 'ERR_X', stack: expect.arrayContaining([expect.any(String)]) },
    });
    expect(JSON.stringify(line)).not.toContain('customer');
  });

  it('no line is written for a try that ended well or whose failure another event reports', () => {
    const lines = linesOf((lifeCycle) => {
      lifeCycle.emit('job.tried', { queue: 'expiry', result: 'done', seconds: 1 });
      lifeCycle.emit('message.tried', { group: 'webhooks', result: 'failed', seconds: 1 });
    });
    expect(lines).toEqual([]);
  });

  it('the line of each event has a message of its own', () => {
    const messages = Object.values(lifeCycleLines).flatMap((line) => (line === 'silent' ? [] : [line.message]));
    expect(new Set(messages).size).toBe(messages.length);
    for (const message of messages) expect(message).toMatch(/^(a|the) [a-zA-Z ]+$/);
  });
});
