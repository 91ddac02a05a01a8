#!/usr/bin/env node
import { runCommandLine } from './command-line.js';
import { pauseFor } from './pause.js';

/** Exit code of a program whose reader has gone, as shells have it for SIGPIPE. */
const readerGoneCode = 141;
const interruptedCode = 130;

const interruption = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    // Whoever asks twice does not want to wait.
    if (interruption.signal.aborted) process.exit(interruptedCode);
    interruption.abort(new Error(`Interrupted by ${signal}.`));
  });
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(readerGoneCode);
});

const { stdin, stdout, stderr, env } = process;
const { signal } = interruption;
process.exitCode = await runCommandLine(process.argv.slice(2), {
  ...{ stdin, stdout, stderr, env, signal },
  now: Date.now,
  pause: pauseFor,
});
