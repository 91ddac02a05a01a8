import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { createInterface } from 'node:readline';

const stopping = new AbortController();

/** Nothing begins any more once this process was told to end; what goes on ends by itself. */
export const { signal: stopped } = stopping;

const running = new Set();
// Ctrl-C reaches every process of the terminal by itself, and a second time it would cut them off.
process.on('SIGINT', () => stopping.abort());
for (const signal of ['SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    stopping.abort();
    for (const child of running) child.kill(signal);
  });
}

/** Does all of the work in its order, so much of it at once. */
export const sideBySide = async (works, atOnce) => {
  const left = [...works];
  const goOn = async () => {
    while (left.length > 0 && !stopped.aborted) await left.shift()();
  };
  await Promise.all(Array.from({ length: atOnce }, goOn));
};

const forwardLines = async (stream, name, print) => {
  for await (const line of createInterface({ input: stream })) print(`${name} │ ${line}`);
};

/**
 * Resolves with the exit status of a program of ours, null after a signal. With a `niceness` it and what it starts leave the
 * processors to others that want them. `print` gets each line of it, behind the name; without a name it has the terminal to itself.
 * What it sends on the channel between the two goes to `onMessage`.
 */
export const runProgram = async (name, args, { niceness = 0, print, onMessage, ...options }) => {
  const stdio = name === undefined ? ['inherit', 'inherit', 'inherit', 'ipc'] : ['ignore', 'pipe', 'pipe', 'ipc'];
  const child = spawn(process.execPath, args, { ...options, stdio });
  running.add(child);
  child.on('message', onMessage);
  if (niceness > 0 && child.pid !== undefined) setPriority(child.pid, niceness);
  const status = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  }).finally(() => running.delete(child));
  if (name !== undefined)
    await Promise.all([child.stdout, child.stderr].map((stream) => forwardLines(stream, name, print)));
  return status;
};
