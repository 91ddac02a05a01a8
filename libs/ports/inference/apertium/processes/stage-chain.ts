import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import type { Stage } from './apertium-mode.js';

export interface ChainEvents {
  /** Called with each output up to a NUL; the nth answers the nth text that went in. */
  onAnswer(answer: string): void;
  /** Called once, after the last answer: the output has ended or a stage could not be started. */
  onEnd(reason: string): void;
}

export interface StageChain {
  readonly pids: readonly number[];
  /** Sends a text without NUL. It never blocks: the caller bounds how much is in flight. */
  send(text: string): void;
  /** Closes the input: stages answer the texts that they have and end one after the other. */
  finish(): void;
  kill(): void;
  /** Settles when all processes of the chain have ended. */
  readonly ended: Promise<void>;
}

/**
 * Environment of the stages, without any of our settings or secrets; lttoolbox reads UTF-8 only under a UTF-8 locale.
 */
const environment = (): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH ?? '',
  LC_ALL: process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8',
});

const start = (stage: Stage, input: Readable | 'pipe'): ChildProcess =>
  spawn(stage.program, stage.args, {
    stdio: [input, 'pipe', 'ignore'],
    env: environment(),
    cwd: '/',
    // With a group of its own, Ctrl-C in the terminal reaches only the service, which then closes its chains in order.
    detached: true,
  });

/**
 * Starts one process a stage, each reading the other's output directly: this process touches only the two
 * ends. When it dies, by whatever signal, the stages end by themselves, each at the end of its input.
 */
export const startChain = (stages: readonly Stage[], events: ChainEvents): StageChain => {
  const processes: ChildProcess[] = [];
  let output: Readable | undefined;
  for (const stage of stages) {
    const child = start(stage, output ?? 'pipe');
    // Our copy of the pipe must be closed, or the stage before would never notice that its reader has died.
    output?.destroy();
    output = child.stdout ?? undefined;
    processes.push(child);
  }
  const input: Writable | null = processes[0]?.stdin ?? null;
  if (output === undefined || input === null) throw new RangeError('A chain has at least one stage');

  let failure: string | undefined;
  let killed = false;
  const kill = (): void => {
    killed = true;
    for (const child of processes) if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
  };
  processes.forEach((child, index) => {
    const { program } = stages[index] ?? { program: '' };
    child.once('error', (error) => {
      failure ??= `${program} did not start: ${error.message}`;
      kill();
    });
    child.once('exit', (code, signal) => {
      if (code !== 0 && !killed) failure ??= `${program} ended with ${signal ?? `exit status ${code}`}`;
    });
  });
  const ended = Promise.all(
    processes.map(
      (child) =>
        new Promise<void>((resolve) => {
          child.once('exit', () => resolve());
          child.once('error', () => resolve());
        }),
    ),
  ).then(() => undefined);

  // A stage that has died closes its input; texts in flight are accounted for when the output ends.
  input.on('error', () => undefined);

  const decoder = new StringDecoder('utf8');
  let pending: string[] = [];
  output.on('data', (chunk: Buffer) => {
    const [first = '', ...rest] = decoder.write(chunk).split('\0');
    pending.push(first);
    for (const part of rest) {
      const answer = pending.join('');
      pending = [part];
      events.onAnswer(answer);
    }
  });
  output.once('close', () => {
    input.destroy();
    // The end of a process may be reported after that of its output: the stages left are killed one turn later.
    setImmediate(kill);
    void ended.then(() => events.onEnd(failure ?? 'its output ended'));
  });

  return {
    pids: processes.flatMap((child) => (child.pid === undefined ? [] : [child.pid])),
    send: (text) => void input.write(`${text}\0`),
    finish: () => void input.end(),
    kill,
    ended,
  };
};
