import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { freePort } from '#libs/platform/process/free-port.js';
import { projectRoot } from '#test/project-root.js';
import { eventually } from './eventually.js';
import { cleanEnvironment } from './running-service.js';

type Role = 'api' | 'projector' | 'worker';

interface Readiness {
  status: string;
  dependencies: Record<string, { status: string; reason?: string }>;
}

/** One role in a process of its own, started as an operator of a cluster would. */
export class RoleNode {
  private readonly child: ChildProcess;
  private said = '';
  readonly ended: Promise<number | null>;

  private constructor(
    readonly role: Role,
    /** Address of the API, or of the health and metrics of another role. */
    readonly url: string,
    settings: Record<string, string>,
  ) {
    const program = join(projectRoot, 'dist/apps', role, 'main.js');
    this.child = spawn(process.execPath, [program], {
      env: { ...cleanEnvironment(), ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        this.said += chunk.toString('utf8');
      });
    }
    this.ended = new Promise((resolve) => this.child.once('exit', (code) => resolve(code)));
  }

  static async start(role: Role, settings: Record<string, string>): Promise<RoleNode> {
    const port = String(await freePort());
    const own: Record<string, string> = role === 'api' ? { PORT: port } : { TRANSLEDGER_METRICS_PORT: port };
    return new RoleNode(role, `http://127.0.0.1:${port}`, { ...settings, ...own });
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  get output(): string {
    return this.said;
  }

  /** The readiness of the node; undefined while it does not respond. */
  async readiness(): Promise<Readiness | undefined> {
    const answer = await fetch(`${this.url}/health/ready`).catch(() => undefined);
    return answer === undefined ? undefined : ((await answer.json()) as Readiness);
  }

  async untilReady(): Promise<void> {
    await eventually(
      () => this.readiness(),
      (report) => report?.status === 'ready',
    );
  }

  signal(signal: NodeJS.Signals): void {
    if (this.child.exitCode === null && this.child.signalCode === null) this.child.kill(signal);
  }

  /** Ends the process in whatever state it is. */
  async dispose(): Promise<void> {
    this.signal('SIGKILL');
    await this.ended;
  }
}
