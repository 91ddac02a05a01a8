import { type ChildProcess, spawn } from 'node:child_process';
import { cleanEnvironment } from './running-service.js';

export interface AtTerminal {
  /** The process whose child the program is. */
  pid: number;
  /** The output so far, with its control sequences. */
  shown: () => string;
  type: (text: string) => void;
  ended: Promise<number | null>;
}

/** Runs a program at a terminal of its own, as `script` of util-linux gives it one. */
export const atTerminal = (settings: Record<string, string>, ...command: string[]): AtTerminal => {
  const words = command.map((word) => `'${word}'`).join(' ');
  const child: ChildProcess = spawn('script', ['--quiet', '--return', '--flush', '--command', words, '/dev/null'], {
    env: { ...cleanEnvironment(), ...settings, TERM: 'xterm' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let shown = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    shown += chunk.toString('utf8');
  });
  return {
    pid: child.pid ?? 0,
    shown: () => shown,
    type: (text) => child.stdin?.write(text),
    ended: new Promise((resolve) => child.once('exit', resolve)),
  };
};
