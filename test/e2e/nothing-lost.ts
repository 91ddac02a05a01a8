import { expect, it } from 'vitest';
import { auditViolations } from '#test/fault/oracle/audit-check.js';
import { projectionsBehind, readModelViolations } from '#test/fault/oracle/read-model-check.js';
import { untoldDocuments, webhookViolations } from '#test/fault/oracle/webhook-check.js';
import type { AcknowledgedLoad } from './acknowledged-load.js';
import type { ApiClient } from './api-client.js';
import { eventually } from './eventually.js';
import type { WebhookReceiver } from './webhook-receiver.js';

interface Scene {
  load: AcknowledgedLoad;
  client: ApiClient;
  receiver: WebhookReceiver;
  commandLine: <T>(...args: string[]) => Promise<T>;
}

const patienceMs = 240_000;

/** What must hold after any fault of all that a load was told had been done. */
export const itLostNothing = (sceneNow: () => Scene): void => {
  const documentStatus = async (id: string): Promise<string> => {
    const answer = (await (await sceneNow().client.fetch(`/v1/documents/${id}`)).json()) as {
      data?: { status: string };
    };
    return answer.data?.status ?? 'lost';
  };

  it('completes every acknowledged document', async () => {
    const { documents } = sceneNow().load.acknowledged;
    const others = await eventually(
      async () => {
        const all = await Promise.all(documents.map(async (id, at) => ({ id, at, status: await documentStatus(id) })));
        return all.filter(({ status }) => status !== 'completed');
      },
      (left) => left.length === 0,
      patienceMs,
    );
    expect(others).toEqual([]);
  });

  it('has exactly one audit entry for every acknowledged act', async () => {
    const { load, client } = sceneNow();
    expect(await auditViolations(client, load.acknowledged.actions)).toEqual([]);
  });

  it('delivers one webhook, by its id, for every acknowledged document', async () => {
    const { load, receiver } = sceneNow();
    const { documents } = load.acknowledged;
    await eventually(
      async () => untoldDocuments(receiver.accepted, documents),
      (missing) => missing.length === 0,
      patienceMs,
    );
    expect(webhookViolations(receiver.accepted, documents)).toEqual([]);
  });

  it('has read models that equal their replay from the log', async () => {
    const { commandLine } = sceneNow();
    await eventually(
      () => projectionsBehind(commandLine),
      (behind) => behind.length === 0,
    );
    expect(await readModelViolations(commandLine)).toEqual([]);
  });
};
