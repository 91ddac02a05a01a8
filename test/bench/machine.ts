import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus, loadavg, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const cpuTimes = (): { all: number; idle: number } => {
  const times = cpus().map((cpu) => cpu.times);
  const idle = times.reduce((sum, time) => sum + time.idle, 0);
  return { idle, all: times.reduce((sum, { user, nice, sys, irq }) => sum + user + nice + sys + irq, idle) };
};

/** Share of all cores that others use in one second, 0 to 1; the load average remembers minutes. */
const busyShare = async (): Promise<number> => {
  const before = cpuTimes();
  await sleep(1_000);
  const after = cpuTimes();
  return 1 - (after.idle - before.idle) / (after.all - before.all);
};

const loadBefore = (loadavg()[0] ?? 0).toFixed(1);
const busyBefore = Math.round((await busyShare()) * 100);

/** Date, hardware, versions, and how busy the machine was when the benchmark began. */
export const machineLines = (): string => {
  const cpu = cpus();
  return `${new Date().toISOString().slice(0, 10)}, ${cpu.length} cores (${cpu[0]?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GB, Linux ${release()}, Node ${process.versions.node}.
Others were using ${busyBefore} % of the cores in the second before the run (load average, of the last minute: ${loadBefore}).`;
};

const dpkgStatus = '/var/lib/dpkg/status';
const debianPackages = existsSync(dpkgStatus) ? readFileSync(dpkgStatus, 'utf8').split('\n\n') : [];

/** The version of a Debian package; `not installed` where there is none, or no Debian. */
export const debianVersion = (name: string): string => {
  const fields = debianPackages.find((entry) => entry.startsWith(`Package: ${name}\nStatus: install ok installed\n`));
  return /^Version: (.*)$/m.exec(fields ?? '')?.[1] ?? 'not installed';
};

/** Prints a report and keeps it as the last result, in the folder where npm was called. */
export const keepReport = async (name: string, report: string): Promise<void> => {
  console.log(report);
  const results = join(process.env.INIT_CWD ?? process.cwd(), 'test', 'bench', 'results');
  await mkdir(results, { recursive: true });
  await writeFile(join(results, `${name}.md`), report);
};
