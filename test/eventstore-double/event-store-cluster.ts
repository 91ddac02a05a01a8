import { setTimeout as delay } from 'node:timers/promises';
import { openLog } from './event-log.js';
import { type EventStoreDouble, startEventStoreDouble } from './event-store-double.js';
import { PausableGate } from './pausable-gate.js';

interface Node {
  double: EventStoreDouble;
  gate: PausableGate;
}

/**
 * Nodes of one cluster, which share one log: what one of them acknowledged, every other has. They gossip who leads, and
 * refuse writes while they do not. A node that stands still is followed by another leader after the election.
 */
export class EventStoreCluster {
  private constructor(private readonly nodes: readonly Node[]) {}

  static async start(size = 3): Promise<EventStoreCluster> {
    const log = await openLog({});
    const nodes = await Promise.all(
      Array.from({ length: size }, async () => {
        let port = 0;
        const gate = await PausableGate.open(() => port);
        const double = await startEventStoreDouble({ log, advertisedPort: gate.port });
        port = double.port;
        return { double, gate };
      }),
    );
    const cluster = new EventStoreCluster(nodes);
    cluster.elect(0);
    return cluster;
  }

  /** Connection string that names every node. */
  get url(): string {
    return `esdb://${this.nodes.map(({ gate }) => `127.0.0.1:${gate.port}`).join(',')}?tls=false`;
  }

  /** Number of connections to this node. */
  connections(node: number): number {
    return this.nodes[node]?.double.connectionCount ?? 0;
  }

  elect(leader: number): void {
    const port = this.nodes[leader]?.gate.port ?? 0;
    this.nodes.forEach(({ double }, node) => {
      double.follow(node === leader ? undefined : { host: '127.0.0.1', port });
    });
  }

  /** Makes the leader stand still, its connections open; the others name the next one as leader after the election. */
  async pauseLeader(leader: number, next: number, electionMs: number): Promise<void> {
    this.nodes[leader]?.gate.pause();
    await delay(electionMs);
    this.elect(next);
  }

  resume(node: number): void {
    this.nodes[node]?.gate.resume();
  }

  async stop(): Promise<void> {
    await Promise.all(this.nodes.map(({ gate }) => gate.close()));
    await Promise.all(this.nodes.map(({ double }) => double.stop()));
  }
}
