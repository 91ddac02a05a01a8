import { type Answer, type FaultWindow, graceMs, isFailure, isWithin } from '../load/answers.js';

const seconds = (ms: number): string => (ms / 1_000).toFixed(1);

const outside = (answer: Answer, windows: readonly FaultWindow[], startedAt: number): string => {
  const before = windows.findLast(({ until }) => until < answer.sentAt);
  const since =
    before === undefined ? '' : `, ${seconds(answer.sentAt - before.until)} s after the end of ${before.name}`;
  const what = answer.status === 0 ? 'not answered' : `answered with ${answer.status}`;
  return `${answer.kind} at ${seconds(answer.sentAt - startedAt)} s ${what}${since}`;
};

/** Requests that failed outside of every fault and the grace after it. */
export const answerViolations = (
  answers: readonly Answer[],
  windows: readonly FaultWindow[],
  startedAt: number,
): string[] =>
  answers
    .filter((answer) => isFailure(answer) && !windows.some((window) => isWithin(answer, window)))
    .map((answer) => outside(answer, windows, startedAt));

/** The outcomes of the requests under way during a fault and the grace after it. */
export const answersDuring = (answers: readonly Answer[], window: FaultWindow) => {
  const within = answers.filter((answer) => isWithin(answer, window));
  const failed = within.filter(isFailure);
  const lastFailure = Math.max(...failed.map(({ endedAt }) => endedAt));
  return {
    told: within.length - failed.length,
    refused: failed.filter(({ status }) => status > 0).length,
    unanswered: failed.filter(({ status }) => status === 0).length,
    /** Milliseconds from the end of the fault to the last failure; undefined without one after it. */
    feltFor: lastFailure > window.until ? Math.min(lastFailure - window.until, graceMs) : undefined,
  };
};
