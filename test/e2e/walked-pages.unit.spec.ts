import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '#test/project-root.js';
import { stepsOf } from './page-walk.js';
import { exceptions, otherPages, walkedPages } from './walked-pages.js';

const stepsOfPage = (page: string) => stepsOf(readFileSync(join(projectRoot, page), 'utf8'));
const walked = walkedPages.map(({ page }) => page);

it('every page with commands is walked, or says why it is not', () => {
  const pages = ['README.md', ...globSync('docs/**/*.md', { cwd: projectRoot })];
  const withCommands = pages.filter((page) => stepsOfPage(page).length > 0);
  expect([...walked, ...Object.keys(otherPages)].sort()).toEqual(withCommands.sort());
});

it.each(exceptions)('the exception $commands of $page is on a page that is walked', ({ page, commands }) => {
  expect(walked).toContain(page);
  expect(stepsOfPage(page).filter((step) => step.commands.startsWith(commands))).toHaveLength(1);
});

it.each(walkedPages)('what is typed otherwise stands on $page', ({ page, ownWords = {} }) => {
  const text = readFileSync(join(projectRoot, page), 'utf8');
  expect(Object.keys(ownWords).filter((word) => !text.includes(word))).toEqual([]);
});
