import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { expect, it } from 'vitest';
import { projectRoot } from '#test/project-root.js';
import { addFilters, filtersIn } from './audit-export-filters.js';

/** The filters that the page of exports lists. */
const [, row = ''] = /^\| (`start`.*?) \|/m.exec(readFileSync(join(projectRoot, 'docs/audit-export.md'), 'utf8')) ?? [];
const documented = [...row.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);

const parsed = (...args: string[]): object => {
  const command = addFilters(new Command())
    .exitOverride()
    .configureOutput({ writeErr: () => undefined });
  return filtersIn(command.parse(args, { from: 'user' }).opts());
};

it('every filter of an export is an option, by its name with dashes', () => {
  expect(documented).toHaveLength(10);
  for (const name of documented) {
    const value = { resource: 'text', result: 'denied' }[name] ?? 'x';
    expect(parsed(`--${name.replaceAll('_', '-')}`, value)).toEqual({ [name]: value });
  }
});

it('what is not given filters nothing, and the order is always the same', () => {
  expect(parsed()).toEqual({});
  expect(Object.keys(parsed('--user-id', 'ada', '--action', 'detect', '--start', '2026-11-01'))).toEqual([
    'start',
    'action',
    'user_id',
  ]);
});

it.each([[['detect', 'translate']], [['detect,translate']]])('several actions are given as %j', (actions) =>
  expect(parsed('--action', ...actions)).toEqual({ action: 'detect,translate' }),
);

it('a result that there is none of is refused before anything is asked', () => {
  expect(() => parsed('--result', 'good')).toThrow(/Allowed choices are success, failure, denied/);
});
