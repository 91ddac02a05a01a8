import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import type { CountedRefusals } from '#libs/application/text-usage/refusal-counts.js';
import { type ErrorCode } from '#libs/domain/errors/error-catalogue.js';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { EventStoreUnavailableError } from '#libs/ports/event-store/event-store.errors.js';
import { accessOfKey, callerOf } from '#test/fakes/api-caller.js';
import { Refusals } from './refusals.js';

const act = { method: 'POST', path: '/v1/translate', act: { action: 'translate', resource: 'text' } } as const;
const read = { method: 'GET', path: '/v1/languages', act: undefined };

const opened = () => {
  const entries: string[] = [];
  const counts: CountedRefusals[] = [];
  const log: string[] = [];
  /** `room` is the number of counts that the event store takes before it goes away. */
  const state: { minute: number; fault: Error | undefined; room: number } = {
    ...{ minute: 0, fault: undefined, room: Number.POSITIVE_INFINITY },
  };
  const recorder = {
    refused: async (...[, , { path }, { code }]: [unknown, unknown, { path: string }, Rejection]) => {
      if (state.fault !== undefined) throw state.fault;
      entries.push(`${path} ${code}`);
    },
    refusalsCounted: async (counted: CountedRefusals) => {
      if (state.fault !== undefined) throw state.fault;
      if (counts.length >= state.room) throw new EventStoreUnavailableError('away');
      counts.push(counted);
    },
  };
  const now = () => new Date(Date.UTC(2026, 10, 22, 10, state.minute));
  const refusals = new Refusals(recorder, pino({}, { write: (line) => log.push(line) }), now);
  const refuse = async (times: number, route: typeof act | typeof read = act, code: ErrorCode = 'revoked_api_key') => {
    const answers: Rejection[] = [];
    for (let time = 0; time < times; time += 1) {
      const request = { id: `req_${time}`, caller: callerOf(accessOfKey()) };
      answers.push(await refusals.record(request, route, new Rejection(code)));
    }
    return answers;
  };
  return { refusals, refuse, entries, counts, log, state };
};

describe('refusals', () => {
  it('refusals beyond the first of a minute are one fact that is written when the minute has ended', async () => {
    const { refusals, refuse, entries, counts, state } = opened();
    await refuse(100);
    expect(entries).toHaveLength(60);
    await refusals.writeEnded();
    expect(counts).toEqual([]);
    state.minute = 1;
    await refusals.writeEnded();
    expect(counts).toMatchObject([{ code: 'revoked_api_key', count: 40 }]);
    await refusals.close();
    expect(counts).toHaveLength(1);
  });

  it('what has been counted is written when the process stops', async () => {
    const { refusals, refuse, counts } = opened();
    await refuse(63);
    await refusals.close();
    expect(counts).toMatchObject([{ count: 3 }]);
  });

  it('a refused read is written like a refused act, a read that failed by our fault is not', async () => {
    const { refuse, entries } = opened();
    await refuse(1, read, 'insufficient_scope');
    await refuse(1, read, 'service_unavailable');
    await refuse(1, act, 'service_unavailable');
    expect(entries).toEqual(['/v1/languages insufficient_scope', '/v1/translate service_unavailable']);
  });

  it('what is under way and only has to be asked for again is not written', async () => {
    const { refusals, entries } = opened();
    const request = { id: 'req_1', caller: callerOf(accessOfKey()) };
    const rejection = new Rejection('service_unavailable', { isUnderWay: true });
    expect(await refusals.record(request, act, rejection)).toBe(rejection);
    expect(entries).toEqual([]);
  });

  it('what comes from no known key, or is in the log already, is not written', async () => {
    const { refusals, entries } = opened();
    const rejection = new Rejection('invalid_api_key');
    const unknown = { id: 'req_1', caller: callerOf(undefined) };
    expect(await refusals.record(unknown, act, rejection)).toBe(rejection);
    await refusals.record({ id: 'req_2', caller: callerOf(accessOfKey(), { recorded: true }) }, act, rejection);
    expect(entries).toEqual([]);
  });

  it('a refusal that cannot be written is answered as unavailable; one that is only counted is answered all the same', async () => {
    const { refuse, state } = opened();
    await refuse(59);
    state.fault = new EventStoreUnavailableError('away');
    expect((await refuse(2)).map(({ code }) => code)).toEqual(['service_unavailable', 'revoked_api_key']);
  });

  it('counts wait for an event store that is away, and are written once', async () => {
    const { refusals, refuse, counts, log, state } = opened();
    await refuse(70);
    state.minute = 1;
    state.fault = new EventStoreUnavailableError('away');
    await refusals.writeEnded();
    expect(log.join()).toContain('counts of refusals could not be recorded');
    state.fault = undefined;
    await refusals.writeEnded();
    await refusals.writeEnded();
    expect(counts).toMatchObject([{ count: 10 }]);
  });

  it('counts of many callers are written some at a time, and all wait when the event store goes away meanwhile', async () => {
    const { refusals, counts, state } = opened();
    const refuse = async (keyId: string, address: string) => {
      const caller = callerOf(accessOfKey({ keyId }), { address });
      await refusals.record({ id: 'req_1', caller }, act, new Rejection('revoked_api_key'));
    };
    for (const keyId of ['key_1', 'key_2', 'key_3']) {
      for (let entry = 0; entry < 60; entry += 1) await refuse(keyId, '203.0.113.9');
      for (let caller = 0; caller < 80; caller += 1) await refuse(keyId, `198.51.100.${caller}`);
    }
    state.minute = 1;
    state.room = 120;
    await refusals.writeEnded();
    expect(counts).toHaveLength(120);
    state.room = Number.POSITIVE_INFINITY;
    await refusals.writeEnded();
    const written = counts.map(({ access, request }) => `${access.keyId} ${request.caller.address}`);
    expect([written.length, new Set(written).size]).toEqual([240, 240]);
  });

  it('a count that can never be written is given up', async () => {
    const { refusals, refuse, counts, log, state } = opened();
    await refuse(61);
    state.fault = new Error('erased');
    await refusals.close();
    state.fault = undefined;
    await refusals.writeEnded();
    expect(counts).toEqual([]);
    expect(log.join()).toContain('counts of refusals could not be recorded');
  });
});
