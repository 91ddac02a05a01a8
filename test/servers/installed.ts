import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../project-root.js';

/** Path of a server or a tool that was installed for this project alone. */
export const inProject = (name: string): string => join(projectRoot, '.servers', name);

/** Files that each server cannot start without. */
const needs = {
  kafka: ['/usr/bin/java', inProject('kafka-3.9.1'), inProject('kafka-4.1.0')],
  redis: ['/usr/bin/redis-server'],
  s3: ['/usr/bin/java', inProject('s3proxy-2.9.0')],
  triton: ['/usr/bin/python3', inProject('triton-2.51'), inProject('triton-python')],
  apertium: ['/usr/share/apertium/modes'],
  schemathesis: ['/usr/bin/python3', inProject('schemathesis-4.32.5')],
  helm: [inProject('helm-4.1.4')],
  promtool: [inProject('promtool-2.42')],
  'kubernetes-schemas': ['/usr/bin/python3', inProject('kubernetes-schemas-1.37')],
} as const;

export type ServerName = keyof typeof needs;

/** The servers that are not installed here. */
export const missingServers = (servers: readonly ServerName[]): ServerName[] =>
  servers.filter((server) => needs[server].some((file) => !existsSync(file)));
