import { spawn } from 'node:child_process';
import { expect, it, vi } from 'vitest';
import { readPairTable } from './installed-pairs.js';

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

it('a chain ends by itself when its owner is killed', async () => {
  const stages = readPairTable('/usr/share/apertium/modes').offered.find((pair) => pair.mode === 'eng-spa')?.stages;
  expect(stages).toBeDefined();
  const owner = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `const { startChain } = await import(${JSON.stringify(`${import.meta.dirname}/stage-chain.ts`)});
       const onAnswer = () => process.stdout.write(JSON.stringify(chain.pids) + '\\n');
       const chain = startChain(${JSON.stringify(stages)}, { onAnswer, onEnd: () => undefined });
       chain.send('The cat.[]');`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const pids = await new Promise<number[]>((resolve, reject) => {
    owner.stdout.once('data', (line: Buffer) => resolve(JSON.parse(line.toString())));
    owner.once('exit', () => reject(new Error('The owner ended early')));
  });
  expect(pids.length).toBe(stages?.length);
  expect(pids.every(isRunning)).toBe(true);
  owner.kill('SIGKILL');
  await vi.waitFor(() => expect(pids.filter(isRunning)).toEqual([]), { timeout: 30_000 });
});
