import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultyEngine } from '../cluster/fault-cluster.js';
import type { Fault } from './fault.js';

/** Milliseconds without the brokers: longer than the others take to notice, and to choose new leaders. */
const awayMs = 15_000;

/** Kills some of three brokers. With one of them gone everything is published; with two, publishing waits for one. */
const killBrokers = (name: string, brokers: readonly FaultyEngine[]): Fault => ({
  name,
  impossible: (cluster) => (cluster.brokers === 3 ? undefined : 'there is one broker only: --brokers 3'),
  brokers: 3,
  strike: async ({ cluster }) => {
    const engines = brokers.map((broker) => cluster.engine(broker));
    await Promise.all(engines.map((engine) => engine.kill()));
    await sleep(awayMs);
    for (const engine of engines) await engine.restart();
    return undefined;
  },
});

export const brokerFaults: readonly Fault[] = [
  killBrokers('kill-broker-1', ['kafka']),
  killBrokers('kill-2-brokers', ['kafka-2', 'kafka-3']),
];
