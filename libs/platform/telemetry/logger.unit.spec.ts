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

describe('a line', () => {
  it('is JSON with time, level, role and process', () =>
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

  it('below the level is not written', () => expect(linesOf((logger) => logger.info('listening'), 'warn')).toEqual([]));
});

describe('an error is written as type, code and place, never its message', () => {
  const throwIt = (): Error => new QuotingError(`invalid input: ${secret}`);

  it.each<[string, (logger: Logger) => void]>([
    ['with a message of ours', (logger) => logger.error({ err: throwIt() }, 'request failed')],
    ['without one', (logger) => logger.error({ err: throwIt() })],
    ['alone', (logger) => logger.error(throwIt())],
    ['alone, with a message of ours', (logger) => logger.error(throwIt(), 'request failed')],
    ['with a cause', (logger) => logger.error({ err: new Error(secret, { cause: throwIt() }) }, 'request failed')],
    ['of many', (logger) => logger.error({ err: new AggregateError([throwIt()], secret) }, 'request failed')],
    ['of a child logger', (logger) => logger.child({ part: 'x' }).error(throwIt())],
  ])('%s', (_how, write) => {
    const [line] = linesOf(write);
    expect(JSON.stringify(line)).not.toContain(secret);
    expect(line).toMatchObject({ err: { type: expect.any(String), stack: expect.any(Array) } });
  });

  it('tells what it is and where it was thrown', () =>
    expect(linesOf((logger) => logger.error({ err: throwIt() }, 'request failed'))[0]).toMatchObject({
      msg: 'request failed',
      err: { type: 'QuotingError', code: '22P02', stack: expect.arrayContaining([expect.stringContaining('throwIt')]) },
    }));

  it('also when the message looks like a place', () => {
    const error = new Error(`one\n    at ${secret} (file:1:1)\n    at ${secret}`);
    const [line] = linesOf((logger) => logger.error({ err: error }, 'request failed'));
    expect(JSON.stringify(line)).not.toContain(secret);
    expect(JSON.stringify(line)).toContain('logger.unit.spec');
  });

  it.each([secret, 5, null, undefined, { message: secret, text: secret }])(
    'also when what was thrown is no error: %j',
    (thrown) => {
      const [line] = linesOf((logger) => logger.error({ err: thrown }, 'request failed'));
      expect(JSON.stringify(line)).not.toContain(secret);
    },
  );
});
