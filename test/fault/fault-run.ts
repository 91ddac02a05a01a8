import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '#test/e2e/seeded-random.js';
import { WebhookReceiver } from '#test/e2e/webhook-receiver.js';
import type { FaultCluster } from './cluster/fault-cluster.js';
import type { FaultArguments } from './fault-arguments.js';
import { faultOrder } from './fault-order.js';
import type { Fault, FaultFixture } from './faults/fault.js';
import type { FaultWindow } from './load/answers.js';
import { FaultLoad } from './load/fault-load.js';
import { answerViolations } from './oracle/answer-check.js';
import { auditViolations } from './oracle/audit-check.js';
import { documentViolations, translateReferences } from './oracle/document-check.js';
import { eventLogViolations } from './oracle/event-log-check.js';
import { keyViolations } from './oracle/key-check.js';
import { readModelViolations } from './oracle/read-model-check.js';
import { lateSettlements, type Settlement, settle } from './oracle/settlement.js';
import { translateReference, translationViolations } from './oracle/translation-check.js';
import { webhookViolations } from './oracle/webhook-check.js';

/** Milliseconds of load before the first fault. */
const warmUpMs = 3_000;

export interface FaultOutcome extends FaultWindow {
  /** The part of the cluster that the fault struck. */
  detail: string | undefined;
  /** Reason why the fault did not strike. */
  problem: string | undefined;
}

export interface Check {
  name: string;
  violations: string[];
  /** Whether a slow machine may fail the check. */
  isTimed: boolean;
}

export interface RunOutcome {
  faults: FaultOutcome[];
  load: FaultLoad;
  settlement: Settlement;
  checks: Check[];
}

export interface RunListener {
  onFault: (fault: FaultOutcome, load: FaultLoad) => void;
  onCheck: (check: Check) => void;
  onStage: (what: string) => void;
}

const strike = async (fault: Fault, fixture: FaultFixture): Promise<FaultOutcome> => {
  const { name } = fault;
  const from = performance.now();
  try {
    const detail = await fault.strike(fixture);
    return { name, from, until: performance.now(), detail, problem: undefined };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { name, from, until: performance.now(), detail: undefined, problem };
  }
};

/** Strikes faults one after the other under load, each followed by its grace and some calm; then checks everything. */
export const runFaults = async (
  cluster: FaultCluster,
  { minutes, seed, faults, betweenMs }: FaultArguments,
  listener: RunListener,
): Promise<RunOutcome> => {
  const { client } = cluster;
  const random = seededRandom(seed);
  const receiver = await WebhookReceiver.start();
  const load = new FaultLoad(client, receiver.url);
  const references = await translateReferences(client);
  const sentence = await translateReference(client);
  const startedAt = performance.now();
  const outcomes: FaultOutcome[] = [];
  const isOver = () =>
    minutes === undefined ? outcomes.length >= faults.length : performance.now() - startedAt > minutes * 60_000;
  try {
    load.start();
    await sleep(warmUpMs);
    for (const fault of faultOrder(faults, random)) {
      const outcome = await strike(fault, { cluster, receiver, random });
      outcomes.push(outcome);
      if (isOver()) break;
      await sleep(betweenMs);
      listener.onFault(outcome, load);
    }
    const lastEnd = outcomes.at(-1)?.until ?? startedAt;
    await load.stop();
    const last = outcomes.at(-1);
    if (last !== undefined) listener.onFault(last, load);
    const { documents, actions, keys, translations } = load.told;
    listener.onStage('waiting until everything has settled');
    const settlement = await settle(cluster, documents, receiver, lastEnd);
    const ids = documents.map(({ id }) => id);
    const checks: Check[] = [];
    const check = async (name: string, work: () => string[] | Promise<string[]>, isTimed = false): Promise<void> => {
      const done = { name, violations: await work(), isTimed };
      checks.push(done);
      listener.onCheck(done);
    };
    await check('every fault struck', () =>
      outcomes.flatMap(({ name, problem }) => (problem === undefined ? [] : [`${name}: ${problem}`])),
    );
    await check('something of everything was told', () =>
      ['translate', 'api_key_create', 'document_upload'].filter((kind) =>
        actions.every(({ action }) => action !== kind),
      ),
    );
    await check('everything settles', () => settlement.left);
    await check('everything settles within 60 s of the last fault', () => lateSettlements(settlement), true);
    await check(
      'requests fail only while a fault lasts',
      () => answerViolations(load.answers, outcomes, startedAt),
      true,
    );
    await check('what was asked for rightly is not refused', () => load.surprises);
    await check('translations are the right ones', () => translationViolations(translations, sentence));
    await check('every act told is in the event log once', () => eventLogViolations(cluster.settings, actions));
    await check('every act told is in the audit log once', () => auditViolations(client, actions));
    await check('every document told is completed, with the right content', () =>
      documentViolations(client, documents, references),
    );
    await check('every key told is there once', () => keyViolations(client, keys));
    await check('one webhook for every document', () => webhookViolations(receiver.accepted, ids));
    await check('read models equal their replay', () => readModelViolations((...args) => cluster.commandLine(...args)));
    return { faults: outcomes, load, settlement, checks };
  } finally {
    await load.stop();
    await receiver.stop();
  }
};
