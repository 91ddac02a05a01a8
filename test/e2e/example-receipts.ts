import { expect } from 'vitest';
import { eventually } from './eventually.js';
import type { Operation } from './example-requests.js';
import type { RunningService } from './running-service.js';

/** Operations that leave no entry though they are no readings, and those that begin and end a session. */
const withoutReceipt: readonly string[] = [
  ...['testWebhook', 'redeliverWebhook'],
  ...['signIn', 'acceptInvite', 'acceptInviteByPath', 'signUpOwner', 'signOut'],
];

/** Asks one request of each act for its receipt, since each receipt waits for a signature. */
export class ExampleReceipts {
  /** Acts that were asked, each with where its receipt is, or that it came with the answer. */
  private readonly found = new Map<string, URL | 'with the answer' | undefined>();

  isWanted({ operationId, parameters = [] }: Operation): boolean {
    return !this.found.has(operationId) && parameters.some(({ name }) => name === 'receipt');
  }

  /** Looks for the receipt of the act, or where the answer says that it is. */
  take({ operationId }: Operation, answer: Response, text: string): void {
    this.found.set(operationId, undefined);
    const header = answer.headers.get('x-audit-receipt-url');
    if (header !== null) this.found.set(operationId, new URL(header));
    if (!answer.headers.get('content-type')?.startsWith('application/json')) return;
    const { meta } = JSON.parse(text) as {
      meta?: { receipt?: { entry: { request_id: string } }; receipt_url?: string };
    };
    if (meta?.receipt_url !== undefined) this.found.set(operationId, new URL(meta.receipt_url));
    if (meta?.receipt === undefined) return;
    expect([operationId, meta.receipt.entry.request_id]).toEqual([operationId, answer.headers.get('x-request-id')]);
    this.found.set(operationId, 'with the answer');
  }

  /** Each act has its receipt, or will have it where its answer says. */
  async expectOfAll(operations: readonly Operation[], service: RunningService): Promise<void> {
    const isAct = ({ operationId, method }: Operation) => method !== 'GET' && !withoutReceipt.includes(operationId);
    const unasked = operations.filter((operation) => isAct(operation) && !this.found.has(operation.operationId));
    expect(unasked.map(({ operationId }) => operationId)).toEqual([]);
    expect([...this.found].filter(([, found]) => found === undefined)).toEqual([]);
    for (const [operationId, found] of this.found) {
      if (!(found instanceof URL)) continue;
      await eventually(
        async () => [operationId, await (await service.fetch(`${found.pathname}${found.search}`)).text()],
        ([, text = '']) => /"action":"/.test(text),
      );
    }
  }
}
