import { describe, expect, it } from 'vitest';
import type { ReadinessReport } from '#libs/platform/process/dependency-health.js';
import { RecordedReply } from '#test/fakes/http-exchange.js';
import { HealthController } from './health.controller.js';

const controllerOn = (report: ReadinessReport) => new HealthController({ report: async () => report });

describe('the health controller', () => {
  it('liveness says that the process lives, whatever its dependencies say', () => {
    expect(controllerOn({ status: 'unavailable', dependencies: {} }).live()).toEqual({ status: 'ok' });
  });

  it.each([
    ['ready', 200],
    ['unavailable', 503],
  ] as const)('a readiness report that is %s has status %i', async (status, code) => {
    const report = { status, dependencies: { database: { status } } };
    const reply = new RecordedReply();
    expect(await controllerOn(report).ready(reply.asReply)).toEqual(report);
    expect(reply.statusCode).toBe(code);
  });
});
