import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Milliseconds between two looks at how busy the process is. */
const lookEveryMs = 2_000;
/** Part of that time in which a quiet process works at most. */
const quietUtilization = 0.05;

interface Process {
  /** The part of the time since the call before that the event loop was busy for. */
  utilization: () => number;
  collect: () => void;
}

/** Node has the collector for programs that were started with a flag; a context that is made after the flag was set has it too. */
const collectAll = (): void => {
  setFlagsFromString('--expose-gc');
  const collect: (options: object) => void = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
};

const thisProcess = (): Process => {
  let before: EventLoopUtilization | undefined;
  return {
    utilization: () => {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, before);
      before = now;
      return utilization;
    },
    collect: collectAll,
  };
};

/**
 * Gives back, once, what the start of a process has left: garbage of modules and of the first requests that V8 would keep until it needs
 * room, which a process without work never does. It takes 0.1 to 0.25 s and waits for a moment without work, under load for ever.
 */
export const giveBackStartGarbage = ({ utilization, collect }: Process = thisProcess()): void => {
  utilization();
  const timer = setInterval(() => {
    if (utilization() > quietUtilization) return;
    clearInterval(timer);
    collect();
  }, lookEveryMs);
  timer.unref();
};
