import { type ChildProcess, fork } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { RoleMessage, SupervisorMessage } from '#libs/platform/process/role-messages.js';
import type { LogFormat } from '#libs/platform/telemetry/log-format.js';

export class RoleFailure extends Error {
  override readonly name = 'RoleFailure';

  constructor(
    message: string,
    /** Whether a server did not answer in time: a start a moment later may succeed. */
    readonly mayPass = false,
  ) {
    super(message);
  }
}

/**
 * Size of V8's semi-space in MiB. A request of the API costs 0.66 ms of processor time with 8, 0.92 with 2 and as
 * much as with 8 with Node's own 16; after load it holds 365 instead of 287 MiB. The others gain little.
 */
const semiSpaceOf = { api: 8, projector: 2, worker: 2, inference: 2 };
/**
 * Limits of V8's heap in MiB. That of the API is what chart and compose give it too: the worst that the budgets of bodies admit is
 * measured to take less in all, and what reads files has threads with limits of their own. From 2 GiB on V8 lets the heap grow to four times what is alive before it collects, below at most to
 * twice: an export of 300,000 entries grew a process by 60 MiB with it and by 130 without, for no processor time that was seen.
 * The models of the inference process lie beside its heap, and it ends itself with 200 MiB more than they may take: with 16,000
 * sentences of 500 documents at once and a tiny model it held 149 MiB in all.
 */
const maxHeapOf = { api: 512, projector: 2_000, worker: 2_000, inference: 160 };
const heapOption = '--max-old-space-size';
/** Starts of a role, all in all, while a server that it needs is slow to answer: on a busy machine all roles connect at once. */
const maxStarts = 3;
const firstRestartDelayMs = 500;
const maxRestartDelayMs = 15_000;
/** Milliseconds after which a process counts as started well: its next restart has the short delay again. */
const steadyAfterMs = 60_000;

export interface RoleOptions {
  role: 'api' | 'projector' | 'worker' | 'inference';
  /** File of the program; that of the role when omitted. */
  program?: string;
  /** Name of the process in messages; its role when omitted. */
  name?: string;
  /** File that its output is appended to; it goes to this process's own output when omitted. */
  logFile?: string;
  /** Format of its log where that goes to this process's own output. */
  logs: LogFormat;
  environment: NodeJS.ProcessEnv;
  onMessage: (message: RoleMessage, from: RoleProcess) => void;
  /** `ending` says how the process ended: by an exit code or a signal. */
  onRestart: (name: string, ending: string, delayMs: number) => void;
}

/** The limit of the heap, unless NODE_OPTIONS has another. */
const heapLimitOf = (role: keyof typeof maxHeapOf, { NODE_OPTIONS: options = '' }: NodeJS.ProcessEnv): string[] =>
  options.includes(heapOption) ? [] : [`${heapOption}=${maxHeapOf[role]}`];

/** The flags of V8 that a role is started with. */
export const flagsOf = (role: keyof typeof semiSpaceOf, environment: NodeJS.ProcessEnv): string[] => [
  `--max-semi-space-size=${semiSpaceOf[role]}`,
  ...heapLimitOf(role, environment),
];

const endingOf = (code: number | null, signal: NodeJS.Signals | null): string =>
  signal === null ? `with exit code ${code}` : `by ${signal}`;

/** Runs one role in a process of its own, and restarts it whenever it dies. */
export class RoleProcess {
  private child: ChildProcess | undefined;
  private stopping = false;
  private hasFailed = false;
  private restartDelayMs = firstRestartDelayMs;
  private restartTimer: NodeJS.Timeout | undefined;

  constructor(private readonly options: RoleOptions) {}

  get name(): string {
    return this.options.name ?? this.options.role;
  }

  /**
   * Resolves when the role is ready for the first time, also after a stop.
   * @throws RoleFailure with the reason it gave
   */
  async start(): Promise<void> {
    this.stopping = false;
    for (let starts = 1; ; starts += 1) {
      try {
        return await this.startOnce();
      } catch (error) {
        const mayPass = error instanceof RoleFailure && error.mayPass;
        if (!mayPass || starts === maxStarts || this.stopping) throw error;
      }
    }
  }

  private startOnce(): Promise<void> {
    this.hasFailed = false;
    return new Promise((resolve, reject) => {
      let failure: RoleFailure | undefined;
      const child = this.spawn();
      child.on('message', (message: RoleMessage) => {
        if (message.type === 'ready') resolve();
        if (message.type === 'failed') {
          this.hasFailed = true;
          failure = new RoleFailure(message.reason, message.mayPass);
        }
      });
      child.once('exit', (code, signal) => {
        reject(
          failure ?? new RoleFailure(`The ${this.name} process ended ${endingOf(code, signal)} before it was ready.`),
        );
      });
    });
  }

  send(message: SupervisorMessage): boolean {
    return this.child?.connected === true && this.child.send(message);
  }

  /** Resolves when the process has ended. */
  stop(): Promise<void> {
    this.stopping = true;
    clearTimeout(this.restartTimer);
    const { child } = this;
    return new Promise((resolve) => {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return resolve();
      child.once('exit', () => resolve());
      child.kill('SIGTERM');
    });
  }

  private spawn(): ChildProcess {
    const { role, environment, logFile, logs, onMessage } = this.options;
    const program = this.options.program ?? join(import.meta.dirname, '..', role, 'main.js');
    const output = logFile === undefined ? 'inherit' : openSync(logFile, 'a');
    const child = fork(program, ['--logs', logFile === undefined ? logs : 'json'], {
      env: environment,
      execArgv: [...process.execArgv, ...flagsOf(role, environment)],
      stdio: ['inherit', output, output, 'ipc'],
    });
    if (typeof output === 'number') closeSync(output);
    const startedAt = performance.now();
    this.child = child;
    child.on('message', (message: RoleMessage) => onMessage(message, this));
    child.once('exit', (code, signal) => {
      if (this.stopping || this.hasFailed) return;
      if (performance.now() - startedAt > steadyAfterMs) this.restartDelayMs = firstRestartDelayMs;
      this.options.onRestart(this.name, endingOf(code, signal), this.restartDelayMs);
      this.restartTimer = setTimeout(() => this.spawn(), this.restartDelayMs);
      this.restartDelayMs = Math.min(maxRestartDelayMs, this.restartDelayMs * 2);
    });
    return child;
  }
}
