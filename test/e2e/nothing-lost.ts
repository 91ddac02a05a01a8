import { expect, it } from 'vitest';
import { auditViolations } from '#test/fault/oracle/audit-check.js';
import { manyAtATime, statusOf } from '#test/fault/oracle/document-check.js';
import { projectionsBehind, readModelViolations } from '#test/fault/oracle/read-model-check.js';
import { untoldDocuments, webhookViolations } from '#test/fault/oracle/webhook-check.js';
import type { AcknowledgedLoad } from './acknowledged-load.js';
import type { ApiClient } from './api-client.js';
import { eventually } from './eventually.js';
import type { WebhookReceiver } from './webhook-receiver.js';

interface Fixture {
  load: AcknowledgedLoad;
  client: ApiClient;
  receiver: WebhookReceiver;
  commandLine: <T>(...args: string[]) => Promise<T>;
}

const patienceMs = 240_000;

/** Declares the tests that must pass after any fault, for all that a load got acknowledged. */
export const itLostNothing = (fixtureNow: () => Fixture): void => {
  it('every acknowledged document is completed', async () => {
    const { load, client } = fixtureNow();
    let underWay = load.acknowledged.documents.map((id) => ({ id, status: 'unknown' }));
    await eventually(
      async () => {
        const asked = await manyAtATime(underWay, async ({ id }) => ({ id, status: await statusOf(client, id) }));
        underWay = asked.filter(({ status }) => status !== 'completed');
        return underWay;
      },
      (left) => left.length === 0,
      patienceMs,
    );
  });

  it('every acknowledged act has exactly one audit entry', async () => {
    const { load, client } = fixtureNow();
    expect(await auditViolations(client, load.acknowledged.actions)).toEqual([]);
  });

  it('every acknowledged document has one webhook delivered, by its id', async () => {
    const { load, receiver } = fixtureNow();
    const { documents } = load.acknowledged;
    await eventually(
      async () => untoldDocuments(receiver.accepted, documents),
      (missing) => missing.length === 0,
      patienceMs,
    );
    expect(webhookViolations(receiver.accepted, documents)).toEqual([]);
  });

  it('the read models equal their replay from the log', async () => {
    const { commandLine } = fixtureNow();
    await eventually(
      () => projectionsBehind(commandLine),
      (behind) => behind.length === 0,
    );
    expect(await readModelViolations(commandLine)).toEqual([]);
  });
};
