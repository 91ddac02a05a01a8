import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { processTree } from '#test/e2e/end-service.js';

/** Whether the system has these figures, as Linux does; elsewhere processor time and shared memory are not measured. */
export const hasProcessFigures = existsSync('/proc/self/smaps_rollup');

/** Unit of the processor time in `/proc`, on every architecture that Node runs on. */
const ticksPerSecond = 100;

export interface ProcessMemory {
  /** Bytes, with shared pages divided among the processes that share them. */
  pss: number;
  /** Bytes, with shared pages counted whole. */
  rss: number;
}

/** The content of a file of `/proc`; undefined when the process has ended meanwhile. */
const readProcessFile = (pid: number, file: string): string | undefined => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return undefined;
  }
};

/** Programs that Node, Java or several processes run, by what their call has. */
const programs: readonly [name: string, call: RegExp][] = [
  ['event store double', /eventstore-double\/main\.[jt]s/],
  ['balancer', /test\/cluster\/main\.[jt]s/],
  ['kafka', /\0kafka\.Kafka\0/],
  ['s3', /\0org\.gaul\.s3proxy\.Main\0/],
  ['redis', /^[^\0 ]*redis-server/],
  ['triton', /^[^\0]*(?:tritonserver|triton_python_backend_stub)/],
  ['postgres', /^(?:[^\0]*\/)?postgres/],
];

/**
 * The role of a process of the product, the name of an engine, or the program's name.
 * @param call the program and its arguments, each ended by a zero, as `/proc` has them
 */
export const nameOfCall = (call: string): string =>
  /apps\/(\w+)\/main\.js/.exec(call)?.[1] ??
  programs.find(([, form]) => form.test(call))?.[0] ??
  basename(call.split('\0')[0] ?? '');

const processName = (pid: number): string => nameOfCall(readProcessFile(pid, 'cmdline') ?? '');

/** Processor seconds of the process and of the children that it has waited for, user and system time together. */
const cpuSecondsOf = (pid: number): number => {
  const status = readProcessFile(pid, 'stat');
  if (status === undefined) return 0;
  // After the name, which may hold spaces, the third field comes first; 14 to 17 are the times.
  const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond;
};

const byName = <T>(
  pids: readonly number[],
  none: T,
  figureOf: (pid: number) => T,
  add: (a: T, b: T) => T,
): Map<string, T> => {
  const figures = new Map<string, T>();
  for (const pid of pids) {
    const name = processName(pid);
    if (name !== '') figures.set(name, add(figures.get(name) ?? none, figureOf(pid)));
  }
  return figures;
};

const descendants = (pid: number): number[] => processTree(pid).filter((id) => id !== pid);

/** Processor seconds so far of a process tree by process name. A process that ends moves to its parent's name. */
export const cpuSeconds = (pid: number): Map<string, number> =>
  byName(processTree(pid), 0, cpuSecondsOf, (a, b) => a + b);

/** Processor seconds so far of the descendants of a process, without itself, by process name. */
export const cpuSecondsBelow = (pid: number): Map<string, number> =>
  byName(descendants(pid), 0, cpuSecondsOf, (a, b) => a + b);

const memoryOf = (pid: number): ProcessMemory => {
  const rollup = readProcessFile(pid, 'smaps_rollup') ?? '';
  const bytes = (field: string): number =>
    Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(rollup)?.[1] ?? 0) * 1_024;
  return { pss: bytes('Pss'), rss: bytes('Rss') };
};

/** Memory of the descendants of a process, without itself. */
export const memoryBelow = (pid: number): ProcessMemory =>
  descendants(pid)
    .map(memoryOf)
    .reduce((a, b) => ({ pss: a.pss + b.pss, rss: a.rss + b.rss }), { pss: 0, rss: 0 });

/** Memory of a process tree by process name, and the number of processes with that name. */
export const memoryByName = (pid: number): Map<string, ProcessMemory & { processes: number }> =>
  byName(
    processTree(pid),
    { pss: 0, rss: 0, processes: 0 },
    (id) => ({ ...memoryOf(id), processes: 1 }),
    (a, b) => ({ pss: a.pss + b.pss, rss: a.rss + b.rss, processes: a.processes + b.processes }),
  );
