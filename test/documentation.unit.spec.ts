import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatTraits } from '#libs/documents/formats/format-registry.js';
import { legacyFormats } from '#libs/documents/formats/legacy-formats.js';
import { listedFormats } from '#libs/documents/formats/listed-formats.js';
import { skipReasons } from '#libs/documents/formats/skip-reasons.js';
import { optionCatalogue } from '#libs/documents/options/option-catalogue.js';
import { scopes } from '#libs/domain/api-key/scopes.js';
import { auditActions } from '#libs/domain/audit/audit-vocabulary.js';
import { isErrorCode } from '#libs/domain/errors/error-catalogue.js';
import { euroVocDomains } from '#libs/domain/euro-voc.js';
import { settingDefinitions } from '#libs/platform/config/settings.js';
import { detectionAccuracy } from '#libs/reports/contents/eu-ai-act/detection-accuracy.js';

const root = join(import.meta.dirname, '..');
const pages = globSync('docs/*.md', { cwd: root }).sort();
const read = (page: string): string => readFileSync(join(root, page), 'utf8');
const matches = (text: string, form: RegExp): string[] => [
  ...new Set([...text.matchAll(form)].map(([, found = '']) => found)),
];

/** Names that are no settings of the service: of clients, and the beginning of some. */
const otherNames = ['TRANSLEDGER_TIER', 'TRANSLEDGER_URL', 'TRANSLEDGER_API_KEY'];

describe.each(pages)('%s', (page) => {
  const text = read(page);

  it('the page names only settings that exist', () => {
    const named = matches(text, /\b(TRANSLEDGER_[A-Z_]*[A-Z])\b/g).filter((name) => !otherNames.includes(name));
    expect(named.filter((name) => !Object.hasOwn(settingDefinitions, name))).toEqual([]);
  });

  it('the page pairs statuses only with codes of the catalogue', () => {
    const coded = matches(text, /\b[45]\d\d,? (?:with )?`([a-z_]+)`/g);
    expect(coded.filter((code) => !isErrorCode(code))).toEqual([]);
  });

  it('the JSON of the page parses wherever it leaves nothing out', () => {
    const blocks = matches(text, /```json\n([\s\S]*?)```/g).filter((block) => !block.includes(', …'));
    for (const block of blocks) expect(() => JSON.parse(block), block).not.toThrow();
  });
});

it('no page types the former name of the operator’s command line', () => {
  const others = globSync(['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', 'docs/**/*.md', 'infra/**/*.md'], {
    cwd: root,
  });
  // `audit` and `doctor` are of the program of clients as well.
  const former = /run -s transledger --|\btransledger (?:backup|keys|log|organization|replay|restore|users) /;
  expect(others.filter((page) => former.test(read(page)))).toEqual([]);
});

it('docs/authentication.md lists all scopes and no others', () => {
  const text = read('docs/authentication.md');
  const named = matches(text, /`([a-z]+:[a-z]+|translate|detect|languages)`/g);
  expect(named.sort()).toEqual([...scopes].sort());
});

it('no snippet of a page calls an address of its own in the place of $API', () => {
  const snippets = [...pages, 'README.md'].flatMap((page) => matches(read(page), /```(?:sh|js)\n([\s\S]*?)```/g));
  expect(snippets.filter((snippet) => /(?:http|ws):\/\/127\.0\.0\.1:8080\/v1/.test(snippet))).toEqual([]);
});

it('docs/audit-log.md names only actions that exist', () => {
  const named = matches(read('docs/audit-log.md'), /^\| `([a-z_]+)`(?:, `[a-z_]+`)? \| `[a-z_]+` \|/gm);
  expect(named.length).toBeGreaterThan(9);
  expect(named.filter((action) => !auditActions.some((known) => known === action))).toEqual([]);
});

it('docs/operations.md names only metrics that are in the code', () => {
  const source = globSync('{apps,libs}/**/*.ts', { cwd: root }).map(read).join('\n');
  const named = matches(read('docs/operations.md'), /^\| `transledger_(\w+)`/gm);
  expect(named.length).toBeGreaterThan(9);
  const known = (name: string): boolean =>
    source.includes(`'transledger_${name}'`) || source.includes(`'${name.replace('projection_', '')}'`);
  expect(named.filter((name) => !known(name))).toEqual([]);
});

/** Pages that several formats share. */
const sharedPages: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['odt', 'ods', 'odp'].map((id) => [id, 'opendocument'])),
  ...Object.fromEntries(['srt', 'vtt', 'ass', 'ssa'].map((id) => [id, 'subtitles'])),
};
const pageOf = (id: string): string => `formats/${sharedPages[id] ?? id}.md`;

/** The table of formats that are read, as users need it. */
const formatTable = (): string => {
  const rows = listedFormats.flatMap(({ id, name }) => {
    const format = formatTraits.find((candidate) => candidate.name === id);
    if (format === undefined) return [];
    const extensions = format.extensions.map((extension) => `\`.${extension}\``).join(', ');
    const named = Object.keys(optionCatalogue).filter((option) => format.options.some((one) => one === option));
    const options = named.map((option) => `\`${option}\``).join(', ');
    const hasSource = format.options.includes('include_source') ? 'yes' : 'no';
    return [`| [${name}](${pageOf(id)}) | \`${id}\` | ${extensions} | ${options || '–'} | ${hasSource} |`];
  });
  const head = ['| Format | Id | Extensions | Options with an effect | `include_source` |', '|---|---|---|---|---|'];
  return [...head, ...rows].join('\n');
};

/** The page with this between the comments of that name. */
const withPassage = (page: string, name: string, passage: string): string =>
  page.replace(
    new RegExp(`(<!-- ${name}: .*-->\\n)[\\s\\S]*(<!-- /${name} -->)`),
    (_all, begin: string, end: string) => `${begin}\n${passage}\n\n${end}`,
  );

it('docs/documents.md lists exactly the formats that exist, with their options, and all reasons to leave text (`-u` writes them)', async () => {
  const reasons = Object.values(skipReasons).map((reason) => `- ${reason}`);
  const written = withPassage(read('docs/documents.md'), 'formats', formatTable());
  await expect(withPassage(written, 'reasons', reasons.join('\n'))).toMatchFileSnapshot(
    join(root, 'docs/documents.md'),
  );
});

it('the report in docs/documents.md names a reason that the code gives', () => {
  const reasons = matches(read('docs/documents.md'), /"reason": "([^"]*)"/g);
  expect(reasons).not.toEqual([]);
  expect(Object.values<string>(skipReasons)).toEqual(expect.arrayContaining(reasons));
});

it('every format has a page, and every page of formats is linked from their table', () => {
  const linked = matches(read('docs/documents.md'), /\]\((formats\/[a-z]+\.md)\) \| `/g);
  const all = globSync('docs/formats/*.md', { cwd: root }).filter((page) => !page.endsWith('README.md'));
  expect(linked.sort()).toEqual(all.map((page) => page.slice('docs/'.length)).sort());
});

/** The options in the table of a page of formats: all rows, or those with a `y` in the column of the format. */
const optionsOnPage = (page: string, id: string): string[] => {
  const [, section = ''] = read(`docs/${page}`).split(/^## Options\n/m);
  const [head = [], ...rows] = matches(section.split(/^## /m)[0] ?? '', /^\| (.*) \|$/gm).map((row) =>
    row.split(' | '),
  );
  const column = head.indexOf(id.toUpperCase());
  const own = rows.filter((cells) => column < 0 || cells[column] === 'y');
  return own.flatMap(([names = '']) => matches(names, /`(\w+)`/g)).sort();
};

it.each(formatTraits.map(({ name, options }) => [name, options] as const))(
  'the page of %s lists exactly the options that have an effect on such files',
  (name, options) => {
    const readAs = legacyFormats.find((format) => format.name === name)?.readAs;
    if (readAs !== undefined)
      expect(read(`docs/${pageOf(name)}`)).toContain(`(${pageOf(readAs).replace(/^.*\//, '')}#options)`);
    expect(optionsOnPage(pageOf(name), name)).toEqual([...options].sort());
  },
);

it('docs/documents.md names every option, with its default', () => {
  const text = read('docs/documents.md');
  for (const [name, { type, default: usual }] of Object.entries(optionCatalogue)) {
    const row = new RegExp(`^\\| (?:&nbsp; )?\`${name}\` \\| (.*?) \\|`, 'm').exec(text);
    expect(row, name).not.toBeNull();
    if (type === 'boolean') expect(row?.[1], name).toBe(`\`${usual}\``);
  }
});

it('docs/text.md states the detection accuracy that the benchmark found', () => {
  const text = read('docs/text.md');
  const result = read('test/bench/results/language-detection.md');
  for (const [name, length] of Object.entries({ 'A sentence': 'long', 'One to four words': 'short' })) {
    const measured = (texts: string): string[] =>
      result
        .split('\n')
        .find((line) => line.startsWith(`| ${length}, ${texts} |`))
        ?.match(/[\d.]+ %/g) ?? [];
    const [right, asOne, named] = measured('languages of the engine');
    expect(text).toContain(`| ${name} | ${right} | ${asOne} | ${measured('all languages')[0]} | ${named} |`);
  }
});

it('reports state the detection accuracy that the benchmark found', () => {
  const result = read('test/bench/results/language-detection.md');
  const rightOf = (length: string): number =>
    Number(new RegExp(`^\\| ${length}, all languages \\| \\d+ \\| ([\\d.]+) %`, 'm').exec(result)?.[1]);
  const [, languages, texts] = /^(\d+) languages, (\d+) texts;/m.exec(result) ?? [];
  expect(detectionAccuracy).toEqual({
    languages: Number(languages),
    texts: Number(texts) / 2,
    sentences: rightOf('long'),
    fewWords: rightOf('short'),
  });
});

it('the domain that the examples use exists', () => expect(euroVocDomains).toContain('12 law'));
