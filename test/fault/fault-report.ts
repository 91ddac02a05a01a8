import type { FaultOutcome, RunListener, RunOutcome } from './fault-run.js';
import { graceMs } from './load/answers.js';
import type { FaultLoad } from './load/fault-load.js';
import { answersDuring } from './oracle/answer-check.js';

const shownViolations = 20;
const seconds = (ms: number): string => (ms / 1_000).toFixed(1);

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const lineOf = (fault: FaultOutcome, load: FaultLoad): string => {
  const { told, refused, unanswered, feltFor } = answersDuring(load.answers, fault);
  const felt = feltFor === undefined ? '' : `, felt for ${seconds(feltFor)} s after it`;
  const lasted = `${seconds(fault.until - fault.from)} s`.padStart(7);
  const outcome = `${told} answered, ${refused} refused, ${unanswered} without an answer${felt}`;
  const detail = fault.problem ?? fault.detail;
  return `${fault.name.padEnd(20)} ${lasted}  ${outcome}${detail === undefined ? '' : ` (${detail})`}`;
};

/** Prints a line for each fault and each check as it comes. */
export const progressLines = (startedAt: number): RunListener => {
  const clock = () => `${seconds(performance.now() - startedAt)} s`.padStart(8);
  return {
    onFault: (fault, load) => print(`${clock()}  ${fault.problem === undefined ? '⚡' : '✗'} ${lineOf(fault, load)}`),
    onStage: (what) => print(`${clock()}  ${what}`),
    onCheck: ({ name, violations }) => {
      print(`${clock()}  ${violations.length === 0 ? '✓' : '✗'} ${name}`);
      for (const violation of violations.slice(0, shownViolations)) print(`${' '.repeat(14)}${violation}`);
      const more = violations.length - shownViolations;
      if (more > 0) print(`${' '.repeat(14)}and ${more} more`);
    },
  };
};

interface Row {
  times: number;
  seconds: number;
  answered: number;
  refused: number;
  unanswered: number;
  feltFor: number;
}

const columns = ['times', 'seconds', 'answered', 'refused', 'no answer', 'felt for'];

const printTable = ({ faults, load }: RunOutcome): void => {
  const rows = new Map<string, Row>();
  for (const fault of faults) {
    const row = rows.get(fault.name) ?? { times: 0, seconds: 0, answered: 0, refused: 0, unanswered: 0, feltFor: 0 };
    const { told, refused, unanswered, feltFor = 0 } = answersDuring(load.answers, fault);
    rows.set(fault.name, {
      times: row.times + 1,
      seconds: row.seconds + (fault.until - fault.from) / 1_000,
      answered: row.answered + told,
      refused: row.refused + refused,
      unanswered: row.unanswered + unanswered,
      feltFor: Math.max(row.feltFor, feltFor / 1_000),
    });
  }
  print(`\n${'fault'.padEnd(20)}${columns.map((column) => column.padStart(11)).join('')}`);
  for (const [name, row] of [...rows].sort()) {
    const cells = Object.entries(row).map(([column, value]) =>
      column === 'seconds' || column === 'feltFor' ? value.toFixed(1) : String(value),
    );
    print(`${name.padEnd(20)}${cells.map((cell) => cell.padStart(11)).join('')}`);
  }
};

/** The table of the faults, the acknowledged acts, how the cluster settled, and the verdict. */
export const printSummary = (run: RunOutcome, seed: number): void => {
  printTable(run);
  const { actions, documents, keys, translations } = run.load.told;
  print(
    `\nTold: ${actions.length} acts (${translations.length} translations, ${documents.length} documents, ${keys.length} keys).`,
  );
  const settled = Object.entries(run.settlement.at).map(([name, ms]) => `${name} ${seconds(ms)} s`);
  print(
    `Settled after the last fault: ${settled.join(', ')}. Failures count as a fault's for ${graceMs / 1_000} s after it.`,
  );
  const failed = run.checks.filter(({ violations }) => violations.length > 0);
  const verdict = failed.length === 0 ? '✓ nothing lost, nothing twice' : `✗ ${failed.length} checks failed`;
  print(`${verdict}; ${run.faults.length} faults, seed ${seed}`);
};
