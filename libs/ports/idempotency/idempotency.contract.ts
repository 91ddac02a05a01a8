import { describe, expect, it } from 'vitest';
import type { HeldExecution, IdempotencyStore, KeyedRequest, StoredResponse } from './idempotency.port.js';

export interface IdempotencyFixture {
  store: IdempotencyStore;
  /** Lets every holder die. */
  lose(): Promise<void>;
}

let requests = 0;

export const keyedRequest = (changes: Partial<KeyedRequest> = {}): KeyedRequest => {
  requests += 1;
  return {
    organizationId: 'org_1',
    apiKeyId: 'key_1',
    key: 'key',
    route: 'POST /v1/translate',
    body: Buffer.from('a body'),
    requestId: `req_${requests}`,
    ...changes,
  };
};

export const answer: StoredResponse = {
  status: 201,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from('{"data":"pää"}'),
};

/** The execution of a request that no other caller executes. */
export const executionOf = async (store: IdempotencyStore, changes?: Partial<KeyedRequest>): Promise<HeldExecution> => {
  const admission = await store.admit(keyedRequest(changes));
  if (admission.kind !== 'execute') throw new Error(`It was ${admission.kind}`);
  return admission.execution;
};

/** @param open a store that knows no key yet */
export const idempotencyContract = (engine: string, open: () => Promise<IdempotencyFixture>): void => {
  describe(`${engine} as idempotency store`, () => {
    it('a new key is admitted to execute, as the request that it came with', async () => {
      const { store } = await open();
      const execution = await executionOf(store, { requestId: 'req_mine' });
      expect(execution).toMatchObject({ requestId: 'req_mine', isTakenOver: false });
    });

    it('a repeat gets the stored response, byte for byte, with the id of the first request', async () => {
      const { store } = await open();
      await (await executionOf(store, { requestId: 'req_first' })).complete(answer);
      const admission = await store.admit(keyedRequest());
      expect(admission).toMatchObject({ kind: 'replay', requestId: 'req_first' });
      if (admission.kind !== 'replay') return;
      expect({ ...admission.answer, body: Buffer.from(admission.answer.body) }).toEqual(answer);
      expect(admission.matches(Buffer.from('a body'))).toBe(true);
      expect(admission.matches(Buffer.from('another body'))).toBe(false);
    });

    it('only one of many requests under a key executes at the same time', async () => {
      const { store } = await open();
      const admissions = await Promise.all(Array.from({ length: 20 }, () => store.admit(keyedRequest())));
      expect(admissions.map(({ kind }) => kind).sort()).toEqual(['execute', ...Array(19).fill('in-flight')]);
    });

    it.each([
      ['body', { body: Buffer.from('another body') }],
      ['route', { route: 'POST /v1/detect' }],
    ])('a request with another %s is another request, in flight and completed', async (_what, changes) => {
      const { store } = await open();
      const execution = await executionOf(store);
      expect(await store.admit(keyedRequest(changes))).toEqual({ kind: 'different' });
      await execution.complete(answer);
      expect(await store.admit(keyedRequest(changes))).toEqual({ kind: 'different' });
    });

    it('the same key of two organizations names two requests', async () => {
      const { store } = await open();
      await (await executionOf(store)).complete(answer);
      expect((await store.admit(keyedRequest({ organizationId: 'org_2' }))).kind).toBe('execute');
      expect((await store.admit(keyedRequest({ apiKeyId: 'key_2' }))).kind).toBe('execute');
    });

    it('a key for which nothing was done is forgotten', async () => {
      const { store } = await open();
      await (await executionOf(store)).forget();
      const execution = await executionOf(store, { body: Buffer.from('corrected'), requestId: 'req_new' });
      expect(execution).toMatchObject({ requestId: 'req_new', isTakenOver: false });
    });

    it.each(['handed back', 'lost'])('the same request may execute again when its execution was %s', async (how) => {
      const { store, lose } = await open();
      const first = await executionOf(store, { requestId: 'req_first' });
      const made = [first.source.id('key'), first.source.bytes('secret', 8).toString('hex')];
      if (how === 'lost') await lose();
      else await first.handBack();
      expect(await store.admit(keyedRequest({ body: Buffer.from('another body') }))).toEqual({ kind: 'different' });
      const again = await executionOf(store);
      expect(again).toMatchObject({ requestId: 'req_first', isTakenOver: true, startedAt: first.startedAt });
      expect([again.source.id('key'), again.source.bytes('secret', 8).toString('hex')]).toEqual(made);
      expect((await store.admit(keyedRequest())).kind).toBe('in-flight');
    });

    it('a body that is known later is recorded, and later attempts must have the same one', async () => {
      const { store } = await open();
      const first = await executionOf(store, { body: undefined });
      expect(await first.bodyIs(Buffer.from('a form'))).toBe(true);
      await first.handBack();
      const again = await executionOf(store, { body: undefined });
      expect(await again.bodyIs(Buffer.from('another form'))).toBe(false);
      expect(await again.bodyIs(Buffer.from('a form'))).toBe(true);
    });
  });
};
