import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { lifeCycleLines } from '#libs/platform/telemetry/life-cycle/life-cycle.log.js';
import { projectRoot } from '#test/project-root.js';

const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');

/** Quotes of several words that are no command lines: they begin with a small letter and consist of letters. */
const lineForm = /`((?:a|an|the|request|unhandled) [a-zA-Z ]+)`/g;

/** The lines that the runbooks say are in a log. */
const promised = new Set(
  [...read('docs/monitoring.md').replaceAll('\n', ' ').matchAll(lineForm)].map(([, line]) => line),
);

const messages = Object.values(lifeCycleLines).flatMap((line) => (line === 'silent' ? [] : [line.message]));

/** The sources without test code. */
const sources = globSync('{apps,libs}/**/*.ts', { cwd: projectRoot })
  .filter((file) => !/\.(spec|fixture|contract)\.ts$/.test(file))
  .map(read)
  .join('\n');

it('the runbooks say what to do about every failure that leaves a line', () =>
  expect(messages.filter((message) => !promised.has(message))).toEqual([]));

it('every line that the runbooks promise is written somewhere', () => {
  expect(promised.size).toBeGreaterThan(messages.length);
  expect([...promised].filter((line) => !sources.includes(`'${line}'`))).toEqual([]);
});
