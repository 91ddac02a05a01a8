import { existsSync, readlinkSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { processTree } from '#test/e2e/end-service.js';
import { eventually } from '#test/e2e/eventually.js';
import { signalAll, untilGone } from '#test/e2e/signals.js';

export type Role = 'api' | 'projector' | 'worker';

/** The line of a node's log that shows that it works; the projector writes none. */
const beginning: Record<Role, string | undefined> = { api: 'listening', worker: 'consuming', projector: undefined };

const outputOf = (pid: number): string | undefined => {
  try {
    return readlinkSync(`/proc/${pid}/fd/1`);
  } catch {
    return undefined; // It has ended.
  }
};

/** A node of the cluster, found by its log: its supervisor starts it again when it dies. */
export class Node {
  constructor(
    readonly role: Role,
    readonly name: string,
    private readonly logFile: string,
    private readonly supervisor: number,
  ) {}

  /** Process id of the node now. */
  get pid(): number | undefined {
    return processTree(this.supervisor).find((pid) => outputOf(pid) === this.logFile);
  }

  /** Sends SIGKILL; resolves when no process of the node is left. The result waits until its successor works. */
  async kill(): Promise<{ untilBack: () => Promise<void> }> {
    const { pid } = this;
    if (pid === undefined) throw new Error(`${this.name} does not run`);
    const logged = existsSync(this.logFile) ? statSync(this.logFile).size : 0;
    const pids = processTree(pid);
    signalAll(pids, 'SIGKILL');
    await untilGone(pids);
    return { untilBack: () => this.untilBack(pid, logged) };
  }

  pause(): void {
    signalAll(this.pids(), 'SIGSTOP');
  }

  resume(): void {
    signalAll(this.pids(), 'SIGCONT');
  }

  private pids(): number[] {
    const { pid } = this;
    return pid === undefined ? [] : processTree(pid);
  }

  private async untilBack(before: number, logged: number): Promise<void> {
    const sign = beginning[this.role];
    await eventually(
      async () => this.pid,
      (pid) => pid !== undefined && pid !== before,
    );
    if (sign === undefined) return;
    await eventually(
      async () => (await this.loggedSince(logged)).includes(`"${sign}"`),
      (has) => has,
    );
  }

  private async loggedSince(offset: number): Promise<string> {
    await using file = await open(this.logFile);
    const { size } = await file.stat();
    const { buffer } = await file.read(Buffer.alloc(Math.max(1, size - offset)), 0, undefined, offset);
    return buffer.toString('utf8');
  }
}
