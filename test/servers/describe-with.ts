import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe } from 'vitest';
import { projectRoot } from '#test/project-root.js';

const inProject = (name: string): string => join(projectRoot, '.servers', name);

/** What each server cannot start without. */
const needs = {
  kafka: ['/usr/bin/java', inProject('kafka-3.9.1'), inProject('kafka-4.1.0')],
  redis: ['/usr/bin/redis-server'],
  s3: ['/usr/bin/java', inProject('s3proxy-2.9.0')],
  triton: ['/usr/bin/python3', inProject('triton-2.51'), inProject('triton-python')],
  apertium: ['/usr/share/apertium/modes'],
} as const;

export type ServerName = keyof typeof needs;

/** A suite on real servers; skipped, with the reason in its name, where they are not installed. */
export const describeWith = (servers: readonly ServerName[], title: string, suite: () => void): void => {
  const missing = servers.filter((server) => needs[server].some((file) => !existsSync(file)));
  if (missing.length === 0) describe(title, suite);
  else describe.skip(`${title} (not installed here: ${missing.join(', ')})`, suite);
};
