import { describe, expect, it } from 'vitest';
import { FaultReport, withoutCommand } from './redis-fault.js';

const replyError = (message: string) =>
  Object.assign(new Error(message), { name: 'ReplyError', command: { name: 'auth', args: ['the-password'] } });

describe('a fault of Redis', () => {
  it('a fault of Redis does not carry the command, which holds data and passwords', () => {
    const fault = withoutCommand(replyError('WRONGPASS'));
    expect(fault).toMatchObject({ name: 'ReplyError', message: 'WRONGPASS' });
    expect(JSON.stringify(Object.entries(fault)) + fault.stack).not.toContain('the-password');
  });

  it('a fault of Redis without a message is reported by its code', () => {
    const noWords = Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' });
    expect(withoutCommand(noWords).message).toBe('ECONNREFUSED');
  });

  it('a fault of Redis is reported once in a while, another one at once', () => {
    let now = 0;
    const told: string[] = [];
    const { report } = new FaultReport(
      ({ message }) => void told.push(message),
      1_000,
      () => now,
    );
    for (const message of ['away', 'away', 'full', 'away']) report(new Error(message));
    now = 1_000;
    report(replyError('away'));
    report(new Error('away'));
    expect(told).toEqual(['away', 'full', 'away']);
  });
});
