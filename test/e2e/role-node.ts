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

/** Milliseconds for a start; six nodes that start at once on a busy machine take more than one of them. */
const startsWithinMs = 180_000;

/** One role in a process of its own, started as an operator of a cluster would. */
export class RoleNode {
  private readonly child: ChildProcess;
  private said = '';
  readonly ended: Promise<number | null>;

  private constructor(
    readonly role: Role,
    /** Address of the API, or of the health and metrics of another role. */
    readonly url: string,
    /** Address of health and metrics for those who operate the node. */
    readonly operationsUrl: string,
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
    const [port, metricsPort, nodePort] = [await freePort(), await freePort(), await freePort()];
    const operationsUrl = `http://127.0.0.1:${metricsPort}`;
    const url = role === 'api' ? `http://127.0.0.1:${port}` : operationsUrl;
    const own: Record<string, string> = { PORT: String(port), TRANSLEDGER_METRICS_PORT: String(metricsPort) };
    if (role === 'api') own.TRANSLEDGER_NODE_PORT = String(nodePort);
    return new RoleNode(role, url, operationsUrl, { ...settings, ...own });
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  get output(): string {
    return this.said;
  }

  /** The readiness of the node as balancers see it; undefined while it does not respond. */
  async readiness(): Promise<(Readiness & { code: number }) | undefined> {
    const answer = await fetch(`${this.url}/health/ready`).catch(() => undefined);
    return answer === undefined ? undefined : { code: answer.status, ...((await answer.json()) as Readiness) };
  }

  /** The readiness of the node with the reasons that only its operators see. */
  async readinessWithReasons(): Promise<Readiness> {
    return (await (await fetch(`${this.operationsUrl}/health/ready`)).json()) as Readiness;
  }

  async untilReady(): Promise<void> {
    await eventually(
      () => this.readiness(),
      (report) => report?.status === 'ready',
      startsWithinMs,
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
