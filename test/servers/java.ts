import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '#test/project-root.js';
import { inProject } from './installed.js';
import type { ServerProcess } from './server-process.js';

/** Folder that the servers of tests keep from run to run; it goes when the dependencies are installed anew. */
export const serverCache = join(projectRoot, 'node_modules/.cache/transledger-servers');

/** Folders of `.servers/` whose programs run on Java. */
export type JavaServer = 'kafka-3.9.1' | 'kafka-4.1.0' | 's3proxy-2.9.0' | 'verapdf-1.28.2';

const archiveOf = (server: JavaServer): string => join(serverCache, `${server}.jsa`);

const sharingOf = (server: JavaServer): string[] =>
  existsSync(archiveOf(server)) ? [`-XX:SharedArchiveFile=${archiveOf(server)}`] : [];

/** Under Vitest a server spends most of its time starting, so that the second compiler would never pay. */
const compilers = (): string[] => (process.env.VITEST === undefined ? [] : ['-XX:TieredStopAtLevel=1']);

/** Arguments of Java: with both savings, Kafka starts on 1.1 s of processor time instead of 3.5. */
export const javaArguments = (server: JavaServer, sharing = sharingOf(server)): string[] => [
  '-XX:+UseSerialGC',
  ...compilers(),
  ...sharing,
  '-cp',
  join(inProject(server), '*'),
];

const archiveWithinMs = 60_000;

/** Makes the archive of a server's classes from one short life of it, unless there is one. */
export const ensureClassArchive = async (
  server: JavaServer,
  start: (sharing: string[]) => Promise<ServerProcess>,
): Promise<void> => {
  const archive = archiveOf(server);
  if (existsSync(archive)) return;
  await mkdir(serverCache, { recursive: true });
  const unfinished = `${archive}.${process.pid}`;
  try {
    const running = await start([`-XX:ArchiveClassesAtExit=${unfinished}`]);
    await running.stop(archiveWithinMs);
    await rename(unfinished, archive);
  } finally {
    await rm(unfinished, { force: true });
  }
};
