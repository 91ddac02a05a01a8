import { describe, expect, it } from 'vitest';
import { createLogger, type Logger } from './logger.js';

const secret = 'the customer’s text';

const linesOf = (write: (logger: Logger) => void, level = 'trace'): Record<string, unknown>[] => {
  const lines: string[] = [];
  write(createLogger('api', level, { write: (line) => lines.push(line) }));
  return lines.map((line) => JSON.parse(line));
};

class QuotingError extends Error {
  override readonly name = 'QuotingError';
  readonly code = '22P02';
  readonly detail = secret;
}

describe('a log line', () => {
  it('a log line is JSON with time, level, role and process', () =>
    expect(linesOf((logger) => logger.info({ request_id: 'req_1' }, 'listening'))).toEqual([
      {
        level: 'info',
        time: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/),
        role: 'api',
        pid: process.pid,
        request_id: 'req_1',
        msg: 'listening',
      },
    ]));

  it('characters that act on a line or a terminal are escaped in it, and keep their value', () => {
    const lines: string[] = [];
    createLogger('api', 'info', { write: (line) => lines.push(line) }).info(
      { at: 'a\u0085{}\u009b2J\u2028' },
      'x\u202e',
    );
    expect(lines.join('')).toMatch(/^[\x20-\x7e]+\n$/);
    expect(JSON.parse(lines.join(''))).toMatchObject({ at: 'a\u0085{}\u009b2J\u2028', msg: 'x\u202e' });
  });

  it('a log line below the level is not written', () =>
    expect(linesOf((logger) => logger.info('listening'), 'warn')).toEqual([]));
});

describe('a logged error', () => {
  const throwIt = (): Error => new QuotingError(`invalid input: ${secret}`);

  it.each<[string, (logger: Logger) => void]>([
    ['with a message of ours', (logger) => logger.error({ err: throwIt() }, 'request failed')],
    ['without one', (logger) => logger.error({ err: throwIt() })],
    ['alone', (logger) => logger.error(throwIt())],
    ['alone, with a message of ours', (logger) => logger.error(throwIt(), 'request failed')],
    ['with a cause', (logger) => logger.error({ err: new Error(secret, { cause: throwIt() }) }, 'request failed')],
    ['of many', (logger) => logger.error({ err: new AggregateError([throwIt()], secret) }, 'request failed')],
    ['of a child logger', (logger) => logger.child({ part: 'x' }).error(throwIt())],
  ])('an error that is logged %s is written without its message', (_how, write) => {
    const [line] = linesOf(write);
    expect(JSON.stringify(line)).not.toContain(secret);
    expect(line).toMatchObject({ err: { type: expect.any(String), stack: expect.any(Array) } });
  });

  it('an error is logged with its type, its code and the place where it was thrown', () =>
    expect(linesOf((logger) => logger.error({ err: throwIt() }, 'request failed'))[0]).toMatchObject({
      msg: 'request failed',
      err: { type: 'QuotingError', code: '22P02', stack: expect.arrayContaining([expect.stringContaining('throwIt')]) },
    }));

  it('an error whose message looks like a place is logged without its message', () => {
    const error = new Error(`one\n    at ${secret} (file:1:1)\n    at ${secret}`);
    const [line] = linesOf((logger) => logger.error({ err: error }, 'request failed'));
    expect(JSON.stringify(line)).not.toContain(secret);
    expect(JSON.stringify(line)).toContain('logger.unit.spec');
  });

  it.each([secret, 5, null, undefined, { message: secret, text: secret }])(
    'a thrown value that is no error is logged without its content: %j',
    (thrown) => {
      const [line] = linesOf((logger) => logger.error({ err: thrown }, 'request failed'));
      expect(JSON.stringify(line)).not.toContain(secret);
    },
  );
});
