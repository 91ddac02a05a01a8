import type { Command } from 'commander';
import { print } from '../output.js';
import type { Finding } from './finding.js';

const marks = { ok: '✓', warning: '!', wrong: '✗' };

const linesOf = (findings: readonly Finding[]): string[] => {
  const width = Math.max(...findings.map(({ check }) => check.length));
  return findings.flatMap(({ check, verdict, found, remedy }) => [
    `${marks[verdict]} ${check.padEnd(width)}  ${found}`,
    ...(remedy === undefined ? [] : [`  ${' '.repeat(width)}  → ${remedy}`]),
  ]);
};

export const addDoctor = (group: Command): void => {
  group.action(async (_options, command: Command) => {
    const { examine } = await import('./examine.js');
    const findings = await examine();
    const healthy = findings.every(({ verdict }) => verdict !== 'wrong');
    print(command, { healthy, findings }, () => linesOf(findings));
    if (!healthy) process.exitCode = 1;
  });
};
