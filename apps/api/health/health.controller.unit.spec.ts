import { describe, expect, it } from 'vitest';
import type { ReadinessReport } from '#libs/platform/process/dependency-health.js';
import { RecordedReply } from '#test/fakes/http-exchange.js';
import { HealthController } from './health.controller.js';

const controllerOn = (report: ReadinessReport) => new HealthController({ report: async () => report });

describe('the health controller', () => {
  it('liveness says that the process lives, whatever its dependencies say', () => {
    expect(controllerOn({ status: 'not_ready', dependencies: {} }).live()).toEqual({ status: 'ok' });
  });

  it.each([
    ['ready', 200],
    ['degraded', 200],
    ['not_ready', 503],
  ] as const)('a readiness report that is %s has status %i, and no reason for strangers', async (status, code) => {
    const redis = { status: 'unavailable', code: 'service_unavailable', reason: 'It refuses the password.' } as const;
    const reply = new RecordedReply();
    expect(await controllerOn({ status, dependencies: { redis } }).ready(reply.asReply)).toEqual({
      status,
      dependencies: { redis: { status: 'unavailable' } },
    });
    expect(reply.statusCode).toBe(code);
  });
});
