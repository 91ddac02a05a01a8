import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from './project-root.js';

const read = (page: string): string => readFileSync(join(projectRoot, page), 'utf8');

/** Every page of the repository; samples of formats link where they like. */
const pages = globSync(['*.md', '{docs,infra,libs,packages,projections,scripts,test,apps}/**/*.md'], {
  cwd: projectRoot,
  exclude: (path) => /(?:^|\/)(?:node_modules|samples)$/.test(path),
}).sort();

/** A page without what shows code: neither a heading nor a link is in it. */
const withoutCode = (text: string): string =>
  text
    .replaceAll(/^( *)```[^\n]*\n[\s\S]*?^\1```/gm, '')
    .replaceAll(/`[^`\n]+`/g, (code) => code.slice(1, -1).replaceAll(/[[\]]/g, ''));

/** The name of a heading as GitHub makes it of what is shown. */
const slugOf = (heading: string): string =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll('*', '')
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');

/** The names of the headings of a page; one that is there again has a number. */
const anchorsOf = (text: string): Set<string> => {
  const times = new Map<string, number>();
  const anchors = new Set<string>();
  for (const [, heading = ''] of withoutCode(text).matchAll(/^#{1,6} (.+)$/gm)) {
    const slug = slugOf(heading);
    const before = times.get(slug) ?? 0;
    times.set(slug, before + 1);
    anchors.add(before === 0 ? slug : `${slug}-${before}`);
  }
  return anchors;
};

/** Links of a page that lead to no file of the repository, or to no heading of its page. */
const deadLinksOf = (page: string, text: string): string[] => {
  const targets = [
    ...withoutCode(text).matchAll(/\]\(([^)\s]+)(?: "[^"]*")?\)/g),
    ...withoutCode(text).matchAll(/^\[[^\]]+\]: (\S+)$/gm),
  ].map(([, target = '']) => target);
  return targets.filter((target) => {
    if (/^[a-z]+:/.test(target)) return false;
    const [path = '', anchor] = target.split('#');
    const file = path === '' ? page : normalize(join(dirname(page), path));
    if (file !== page && !existsSync(join(projectRoot, file))) return true;
    return anchor !== undefined && !anchorsOf(file === page ? text : read(file)).has(anchor);
  });
};

it('the pages of every folder are looked at', () => {
  const wanted = [
    'README.md',
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    'CHANGELOG.md',
    'docs/text.md',
    'docs/formats/docx.md',
  ];
  expect(pages).toEqual(expect.arrayContaining([...wanted, 'docs/adr/0003-vitest.md', 'test/bench/README.md']));
});

it.each(pages)('%s links only to files and headings that exist', (page) => {
  expect(deadLinksOf(page, read(page))).toEqual([]);
});

describe('links', () => {
  const page = '# A page, `of` [links](a.md)\n\n## Twice\n\n## Twice\n';

  it.each(['#a-page-of-links', '#twice', '#twice-1', 'text.md#variants', 'text.md'])('%s leads somewhere', (link) => {
    expect(deadLinksOf('docs/a.md', `${page.replace('a.md', 'text.md')}\n[b](${link})`)).toEqual([]);
  });

  it.each(['#twice-2', '#of', 'text.md#variant', 'no.md', '../text.md'])('%s leads nowhere', (link) => {
    expect(deadLinksOf('docs/a.md', `${page.replace('a.md', 'text.md')}\n[b](${link})`)).toEqual([link]);
  });
});
