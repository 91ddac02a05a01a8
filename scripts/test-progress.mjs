// How far the runs are: one line, rewritten on a terminal, written again now and then where the output is a log.

const isTerminal = process.stdout.isTTY === true;
const everyMs = isTerminal ? 500 : 30_000;
const begunAt = Date.now();

const clock = (ms) => {
  const seconds = Math.round(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

const runs = new Map();
let lastLine = '';

const lineOf = () => {
  const going = [...runs].filter(([, { isOver }]) => !isOver);
  const counts = [...runs.values()];
  const sum = (count) => counts.reduce((total, run) => total + run[count], 0);
  const parts = going.map(([name, { ended, files }]) => (files === 0 ? name : `${name} ${ended}/${files} files`));
  return `${clock(Date.now() - begunAt)}  ${parts.join(', ')}  (${sum('passed')} passed, ${sum('failed')} failed)`;
};

const show = () => {
  if (runs.size === 0) return;
  const line = lineOf();
  if (isTerminal) process.stdout.write(`\r\u001b[2K${line.slice(0, (process.stdout.columns || 120) - 1)}`);
  else if (line.slice(6) !== lastLine.slice(6)) process.stdout.write(`${line}\n`);
  lastLine = line;
};

const timer = setInterval(show, everyMs);
timer.unref();

/** Prints text above the line of progress. */
export const print = (text) => {
  process.stdout.write(isTerminal ? `\r\u001b[2K${text}\n` : `${text}\n`);
  if (isTerminal) show();
};

/** Takes part in the line of progress under that name, until `end` is called. */
export const followRun = (name) => {
  const run = { files: 0, ended: 0, passed: 0, failed: 0, isOver: false };
  runs.set(name, run);
  const since = Date.now();
  return {
    /** Takes a message of scripts/test-reporter.mjs. */
    take: ({ files, ended, passed, failure, reason }) => {
      if (files !== undefined) run.files = files;
      if (ended !== undefined) {
        run.ended += 1;
        run.passed += passed;
      }
      if (failure === undefined) return;
      run.failed += 1;
      print(`✗ ${name} │ ${failure}\n${reason.replace(/^/gm, '    ')}`);
    },
    end: (outcome) => {
      Object.assign(run, { isOver: true, passed: outcome.passed, failed: outcome.failed });
      print(
        `${outcome.failed === 0 ? '✓' : '✗'} ${name}: ${outcome.passed} passed, ${outcome.failed} failed, ${outcome.skipped} skipped (${clock(Date.now() - since)})`,
      );
    },
  };
};

/** Ends the line of progress. */
export const endProgress = () => {
  clearInterval(timer);
  if (isTerminal) process.stdout.write('\r\u001b[2K');
};

/** Time since the command began, and processor time of all that it started, as people read them. */
export const timesTaken = (statistics) => {
  const taken = clock(Date.now() - begunAt);
  if (statistics === undefined) return taken;
  // Time of children that have ended, in ticks of a hundredth of a second: fields 16 and 17 of proc(5), behind the name in brackets.
  const [userTicks, systemTicks] = statistics
    .slice(statistics.lastIndexOf(')') + 2)
    .split(' ')
    .slice(13, 15)
    .map(Number);
  return `${taken}, ${Math.round((userTicks + systemTicks) / 100)} s of processor time`;
};
