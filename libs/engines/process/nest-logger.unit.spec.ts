import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createLogger } from '#libs/platform/telemetry/logger.js';
import { nestLogger } from './nest-logger.js';
import { nestOptions } from './nest-options.js';

const linesOf = (write: (log: ReturnType<typeof nestLogger>) => void): Record<string, unknown>[] => {
  const lines: Record<string, unknown>[] = [];
  const destination = { write: (line: string) => lines.push(JSON.parse(line)) };
  write(nestLogger(createLogger('test', 'info', destination)));
  return lines;
};

class Missing {}

@Injectable()
class Needing {
  constructor(readonly missing: Missing) {}
}

@Module({ providers: [Needing] })
class IncompleteModule {}

describe("Nest's log", () => {
  it('the Nest logger writes warnings and errors, and nothing of a start that goes well', () => {
    const lines = linesOf((log) => {
      log.log('Nest application successfully started', 'NestApplication');
      log.warn('a route is there twice', 'RoutesResolver');
      log.error('a hook has failed', 'at hook (file.ts:1:1)\nat more', 'NestApplication');
    });
    expect(lines).toMatchObject([
      { level: 'warn', msg: 'a route is there twice', nest: 'RoutesResolver' },
      { level: 'error', msg: 'a hook has failed', nest: 'NestApplication' },
    ]);
  });

  it('the Nest logger reduces an error of ours to its kind and place, for its message may quote input', () => {
    const [line] = linesOf((log) => log.error(new TypeError('cannot read "a secret text"'), 'ExceptionHandler'));
    expect(line).toMatchObject({ level: 'error', err: { type: 'TypeError' } });
    expect(JSON.stringify(line)).not.toContain('secret');
  });

  it('a provider that cannot be made rejects the start, and its class is logged', async () => {
    const log: string[] = [];
    const logger = pino({}, { write: (line) => log.push(line) });
    await expect(NestFactory.createApplicationContext(IncompleteModule, nestOptions(logger))).rejects.toThrow(
      'Needing',
    );
    expect(log.join()).toContain('Needing');
    expect(log.join()).toContain('Missing');
  });
});
