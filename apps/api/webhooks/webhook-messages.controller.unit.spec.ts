import { EventEmitter } from 'node:events';
import type { FastifyReply } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Rejection } from '#libs/domain/errors/rejection.js';
import { requestOf } from '#test/fakes/http-exchange.js';
import { rejectionOf } from '#test/fakes/rejected.js';
import { webhookId } from '#test/fakes/webhook-events.js';
import { WebhookMessagesController, waitingAtOnce } from './webhook-messages.controller.js';
import type { PulledMessagesDto } from './webhook-messages.dto.js';

const message = { id: 'whd_1', sequence: 8, timestamp: 1, payload: '{}', signature: 'v1,x' };
const none: PulledMessagesDto = { messages: [], next: 7 };
const some: PulledMessagesDto = { messages: [message], next: 8 };

let found: PulledMessagesDto;
let looks: number;
let endedRequests: number;
let admit: () => Promise<never>;
let controller: WebhookMessagesController;

beforeEach(() => {
  vi.useFakeTimers();
  found = none;
  looks = 0;
  endedRequests = 0;
  admit = async () => undefined as never;
  controller = new WebhookMessagesController(
    {
      behind: async () => {
        looks += 1;
        return found;
      },
    },
    { admitKey: () => admit() },
  );
});
afterEach(() => {
  vi.useRealTimers();
});

const exchange = (query: { after?: string; wait?: string }) => {
  const raw = new EventEmitter();
  const caller = {
    credentialHash: 'hash',
    endRequest: () => {
      endedRequests += 1;
    },
  };
  const answer = controller.pull(requestOf({}, { caller }), { raw } as FastifyReply, webhookId, query);
  answer.catch(() => undefined);
  return { answer, hangUp: () => raw.emit('close') };
};

describe('GET /v1/webhooks/:id/messages', () => {
  it('without a wait it answers with what there is', async () => {
    expect(await exchange({ after: '7' }).answer).toEqual(none);
    expect(looks).toBe(1);
  });

  it('it waits for a message, and gives back its place among the requests in flight meanwhile', async () => {
    const { answer } = exchange({ after: '7', wait: '30' });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(endedRequests).toBe(1);
    found = some;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await answer).toEqual(some);
  });

  it('when the time is over the answer is empty', async () => {
    const { answer } = exchange({ after: '7', wait: '3' });
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await answer).toEqual(none);
  });

  it('who hangs up is not waited for', async () => {
    const { hangUp } = exchange({ wait: '30' });
    await vi.advanceTimersByTimeAsync(1_500);
    hangUp();
    await vi.advanceTimersByTimeAsync(0);
    const seen = looks;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(looks).toBe(seen);
  });

  it('who has lost the right is refused within a second', async () => {
    const { answer } = exchange({ wait: '30' });
    await vi.advanceTimersByTimeAsync(1_500);
    admit = async () => {
      throw new Rejection('revoked_api_key');
    };
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await rejectionOf(() => answer)).toMatchObject({ code: 'revoked_api_key' });
  });

  it('a node that stops answers at once', async () => {
    const { answer } = exchange({ wait: '30' });
    await vi.advanceTimersByTimeAsync(100);
    controller.beforeApplicationShutdown();
    await vi.advanceTimersByTimeAsync(0);
    expect(await answer).toEqual(none);
  });

  it('an organization waits in so many requests at most, and one that ends makes room', async () => {
    const waiting = Array.from({ length: waitingAtOnce.perKey }, () => exchange({ wait: '30' }));
    await vi.advanceTimersByTimeAsync(0);
    expect(await rejectionOf(() => exchange({ wait: '30' }).answer)).toMatchObject({
      code: 'concurrent_limit',
      details: { limit: 16, limit_of: 'waiting', scope: 'organization' },
    });
    waiting[0]?.hangUp();
    await vi.advanceTimersByTimeAsync(0);
    const { answer } = exchange({ wait: '1' });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await answer).toEqual(none);
  });

  it.each([{ wait: '61' }])('%j is refused', async (query) => {
    expect(await rejectionOf(() => exchange(query).answer)).toMatchObject({
      code: 'invalid_request',
      details: { wait: [expect.any(String)] },
    });
  });
});
