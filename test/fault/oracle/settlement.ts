import { setTimeout as sleep } from 'node:timers/promises';
import type { WebhookReceiver } from '#test/e2e/webhook-receiver.js';
import type { FaultCluster } from '../cluster/fault-cluster.js';
import type { ToldDocument } from '../load/fault-load.js';
import { manyAtATime, statusOf } from './document-check.js';
import { projectionsBehind } from './read-model-check.js';
import { untoldDocuments } from './webhook-check.js';

/** Milliseconds after the last fault within which everything must be at rest. */
export const settledWithinMs = 60_000;
/** Milliseconds of waiting that tell what settles late from what never does. */
const patienceMs = 300_000;
const lookEveryMs = 500;

export interface Settlement {
  /** Milliseconds since the end of the last fault at which each thing was seen to be at rest. */
  at: Record<string, number>;
  /** Everything that is not at rest after that time. */
  left: string[];
}

interface GroupList {
  groups: { group: string; lagEvents?: number; parked: number }[];
}

const isEnded = (status: string): boolean => status === 'completed' || status.startsWith('failed') || status === 'lost';

/** Waits until everything is at rest. */
export const settle = async (
  cluster: FaultCluster,
  documents: readonly ToldDocument[],
  receiver: WebhookReceiver,
  since: number,
): Promise<Settlement> => {
  const { client } = cluster;
  const commandLine = <T>(...args: string[]) => cluster.commandLine<T>(...args);
  let underWay = documents.map(({ id }) => ({ id, status: 'unknown' }));
  const documentsUnderWay = async (): Promise<string[]> => {
    const asked = await manyAtATime(underWay, async ({ id }) => ({ id, status: await statusOf(client, id) }));
    underWay = asked.filter(({ status }) => !isEnded(status));
    return underWay.map(({ id, status }) => `${id}: ${status}`);
  };
  const groupsBehind = async (): Promise<string[]> => {
    const { groups } = await commandLine<GroupList>('messages', 'status');
    return groups
      .filter(({ lagEvents, parked }) => lagEvents !== 0 || parked > 0)
      .map(({ group, lagEvents, parked }) => `${group}: ${lagEvents} to come, ${parked} given up`);
  };
  const enginesAway = async (): Promise<string[]> => {
    const answer = await client.fetch('/health/ready', { signal: AbortSignal.timeout(10_000) });
    return answer.status === 200 ? [] : [await answer.text()];
  };
  const webhooksToCome = async () =>
    untoldDocuments(
      receiver.accepted,
      documents.map(({ id }) => id),
    );
  const questions = {
    engines: enginesAway,
    documents: documentsUnderWay,
    webhooks: webhooksToCome,
    projections: () => projectionsBehind(commandLine),
    'consumer groups': groupsBehind,
  };
  const at: Record<string, number> = {};
  let left: string[] = [];
  const ask = async (name: string, question: () => Promise<string[]>): Promise<void> => {
    const found = await question().catch((error: Error) => [error.message.split('\n')[0] ?? '']);
    if (found.length === 0) at[name] ??= performance.now() - since;
    else delete at[name];
    left.push(...found.map((one) => `${name}: ${one}`));
  };
  for (;;) {
    const isLast = performance.now() - since > patienceMs;
    left = [];
    // Those at the end start a program each: they wait until the others have nothing left, or time is up.
    for (const [name, question] of Object.entries(questions)) {
      if (left.length === 0 || isLast) await ask(name, question);
    }
    if (left.length === 0 || isLast) break;
    await sleep(lookEveryMs);
  }
  return { at, left };
};

export const lateSettlements = ({ at }: Settlement): string[] =>
  Object.entries(at)
    .filter(([, ms]) => ms > settledWithinMs)
    .map(([name, ms]) => `${name} settled after ${(ms / 1_000).toFixed(1)} s`);
