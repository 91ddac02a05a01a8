// Checks that no regular expression of the product takes longer than in proportion to its text, on the worst text that there is.
// Expressions that are written out are analysed by recheck; those that are put together at run time are listed with a reason.
// Verdicts are kept in node_modules/.cache: only a new expression costs time.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { check } from 'recheck';
import ts from 'typescript';

const root = join(import.meta.dirname, '..');
const require = createRequire(import.meta.url);
const isTestFile = new RegExp(require('./test-files.cjs').testCode);
const { version } = require('recheck/package.json');

/** recheck counts steps; its limits of time for one match would make verdicts those of a busy machine. */
const limits = { timeout: 120_000, incubationTimeout: null, attackTimeout: null };
const atATime = 2;

const lastTwelve = 'it is given the last 12 characters of a text';
const atOnce = 'recheck counts the starts together: each ends at once, but the one that a run of its signs begins with';

/**
 * Expressions that a long enough text would make slow, and why no caller has such a text for them; and those that recheck
 * takes for slow. An expression is named by its file, and by what it begins with.
 */
const accepted = [
  ['libs/platform/config/parsers.ts', '/', 'settings, which the operator writes'],
  ['libs/ports/message-bus/kafka/check-kafka.ts', '/SASL', 'an error of the Kafka client'],
  ['packages/triton-client/triton-error.ts', '/request', 'an error of a Triton server'],
  ['apps/projector/witnessing/witness.ts', '/\\/+$/', 'a URL of a witness, which the operator writes'],
  ['apps/cli/service-api.ts', '/\\/+$/', 'the URL of the service, which the operator writes'],
  ['libs/read-side/projection/rows/table-blueprint.ts', '/^.*? (?=USING', 'a definition of an index of ours'],
  ['libs/documents/formats/srt/srt.markup.ts', '/\\s+$/', lastTwelve],
  ['libs/documents/formats/vtt/vtt.markup.ts', '/(?:\\s+|&nbsp', lastTwelve],
  ['libs/documents/formats/ass/ass.markup.ts', '/(?:\\s+|', lastTwelve],
  ['libs/documents/formats/html/html.encoding.ts', '/(?:\\s+|&nbsp', lastTwelve],
  ['libs/text/languages/detection/language-detector.ts', '/\\b(?:https', 'a sample of 1,000 characters'],
  ['libs/text/languages/detection/jat-reflex.ts', '/(?<!\\p{L})', 'a sample of 1,000 characters'],
  ['libs/ports/inference/apertium/rules/stream-format.ts', '/(?<!', atOnce],
  ['libs/ports/inference/triton/plain-exchange.ts', '/ +$/', 'the answer to one sentence'],
  [
    'libs/text/segments/text-layout.ts',
    '/^(?:\\s*(?:>+|',
    'what follows its repetition always matches: it never goes back',
  ],
  ['libs/text/segments/markup-tokens.ts', '/\\stranslate', 'one tag; a value ends at the next quote'],
];
const isAccepted = (file, literal) => accepted.some(([place, start]) => place === file && literal.startsWith(start));

/** Files that put an expression together, and what bounds it. */
const dynamic = {
  'apps/api/http/method-table.ts': 'of our own routes; a segment of a path ends at the next slash',
  'libs/documents/options/page-range.ts': 'anchored, every repetition is bounded and begins with a comma',
  'libs/documents/formats/srt/srt.walker.ts': 'anchored at both ends, each part begins with another sign',
  'libs/documents/formats/vtt/vtt.walker.ts': 'anchored at both ends, each part begins with another sign',
  'libs/documents/formats/po/po-entries.ts': 'anchored at both ends, each part begins with another sign',
  'libs/documents/formats/po/po-string.ts': 'one character, or a run that ends where another kind of sign begins',
  'libs/documents/formats/pdf/fonts/coded-names.ts': 'anchored at both ends, and every repetition is bounded',
  'libs/documents/formats/pdf/fonts/font-catalogue.ts': 'one character of a script, by its name',
  'libs/text/segments/program-spans.ts': 'every repetition is bounded and begins with a sign',
  'libs/text/segments/program-text.ts': 'those of program-spans.ts',
  'libs/documents/formats/html/template-mask.ts': 'those of program-spans.ts',
  'libs/documents/formats/markdown/markdown-directives.ts': 'every repetition is bounded and begins with a sign',
  'libs/documents/formats/plain-xml/xml-runs.ts': 'every repetition is bounded and begins with a sign',
  'libs/documents/formats/subtitles/sentence-groups.ts': 'a list of words, without a repetition',
  'libs/documents/formats/values/command-value.ts':
    'of at most 2,000 characters, and no repetition can be entered twice at one place',
  'libs/documents/formats/values/value-markup.ts': 'every repetition is bounded',
  'libs/documents/formats/values/value-pieces.ts': 'every repetition is bounded',
  'libs/documents/formats/xml/xml-attributes.ts': 'the name of an attribute that the tag has, escaped',
  'libs/documents/formats/xml/xml-names.ts': 'a sign and then signs of one class, sticky',
  'libs/platform/line-text/line-text.ts': 'one sign and the one beside it; an emoji of tags is of a fixed list',
  'libs/platform/ids/api-key-format.ts': 'anchored, of a fixed length',
  'libs/ports/inference/apertium/rules/english-acronyms.ts': 'a list of words between single signs',
  'libs/models/catalogue.ts': 'anchored, and every repetition is bounded',
  'libs/models/model-name.ts': 'anchored, and every repetition is bounded',
  'libs/ports/inference/apertium/rules/english-dates.ts': 'lists of words and bounded numbers, without a repetition',
  'libs/ports/inference/apertium/rules/english-names.ts':
    'every repetition is bounded, each part begins with a capital',
  'libs/ports/inference/apertium/rules/document-references.ts': 'every repetition is bounded and begins with a sign',
  'libs/text/glossary/exchange/delimited-rows.ts': 'one class of signs, sticky',
  'libs/text/languages/detection/character-kinds.ts': 'one sign, anchored',
  'libs/text/segments/html-tag.ts': 'every repetition is bounded',
  'libs/text/segments/markup-tokens.ts': 'every repetition is bounded; the test of work counts texts of each construct',
  'libs/text/segments/protected-numbers.ts': 'every repetition is bounded',
  'libs/text/segments/protected-spans.ts': 'every repetition is bounded, or cannot be entered twice at one place',
};

/** Expressions whose verdicts are known: the tool must find what it is for, and only that. */
const probes = [
  [/^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<(?:html|body)[\s>]/i, 'exponential'],
  [/\s+$/, 'polynomial'],
  [/^(?:[a-z]+-)*[a-z]+$/, 'safe'],
];

const cacheFile = join(root, 'node_modules/.cache/expressions.json');
const known = existsSync(cacheFile) ? JSON.parse(readFileSync(cacheFile, 'utf8')) : {};

/** `safe`, `polynomial`, `exponential`, or `unknown` where the time did not suffice; and a text that shows it. */
const verdictOf = async (source, flags) => {
  const key = `${version} /${source}/${flags}`;
  if (known[key] === undefined) {
    const { status, complexity, attack } = await check(source, flags, limits);
    const verdict = status === 'vulnerable' ? complexity.type : status;
    if (verdict === 'unknown') return { verdict };
    known[key] = { verdict, ...(attack && { attack: attack.pattern }) };
  }
  return known[key];
};

const productFiles = (folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.ts$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((file) => !isTestFile.test(file) && !file.includes('node_modules'));

/** The expressions that are written out in a file, and whether it puts one together. */
const expressionsIn = (file) => {
  const source = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest);
  const literals = [];
  let isDynamic = false;
  const visit = (node) => {
    if (ts.isRegularExpressionLiteral(node)) literals.push(node.text);
    const isCall = ts.isNewExpression(node) || ts.isCallExpression(node);
    if (isCall && ts.isIdentifier(node.expression) && node.expression.text === 'RegExp') isDynamic = true;
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { literals, isDynamic };
};

/** The expressions of each file: one that several files have is there for each of them. */
const pairsOf = (literalsOf) =>
  [...literalsOf].flatMap(([file, literals]) => [...new Set(literals)].map((literal) => ({ file, literal })));

/** A line for each expression that is not safe, and not accepted in its file. */
const problemsIn = async (pairs) => {
  const waiting = pairs.filter(({ file, literal }) => !isAccepted(file, literal));
  const found = [];
  const analyse = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { file, literal } = next;
      const end = literal.lastIndexOf('/');
      const { verdict, attack } = await verdictOf(literal.slice(1, end), literal.slice(end + 1));
      if (verdict !== 'safe') found.push(`${file}: ${literal} is ${verdict}${attack ? `, by ${attack}` : ''}`);
    }
  };
  await Promise.all(Array.from({ length: atATime }, analyse));
  return found;
};

const problems = [];
const foundDynamic = new Set();
const literalsOf = new Map();
for (const file of ['apps', 'libs', 'packages', 'projections'].flatMap(productFiles)) {
  const { literals, isDynamic } = expressionsIn(file);
  if (isDynamic) foundDynamic.add(file);
  literalsOf.set(file, literals);
}
const pairs = pairsOf(literalsOf);
for (const file of foundDynamic) {
  if (!(file in dynamic))
    problems.push(`${file} puts an expression together; say in scripts/expressions.mjs what bounds it`);
}
for (const file of Object.keys(dynamic))
  if (!foundDynamic.has(file)) problems.push(`${file} puts no expression together`);
for (const [place, start] of accepted) {
  const isThere = pairs.some(({ file, literal }) => file === place && literal.startsWith(start));
  if (!isThere) problems.push(`${place} has no expression that begins with ${start}, which is accepted`);
}
problems.push(...(await problemsIn(pairs)));

for (const [probe, expected] of probes) {
  const { verdict } = await verdictOf(probe.source, probe.flags);
  if (verdict !== expected) problems.push(`${probe} was found ${verdict}, and is ${expected}`);
}
// Planted: a file that has what another is accepted with, read before that one and after it.
const lenient = { file: 'libs/documents/formats/srt/srt.markup.ts', literal: '/\\s+$/' };
for (const order of [
  ['a-probe.ts', lenient.file],
  [lenient.file, 'z-probe.ts'],
]) {
  const found = await problemsIn(pairsOf(new Map(order.map((file) => [file, [lenient.literal]]))));
  if (found.length !== 1 || !/^[az]-probe/.test(found[0]))
    problems.push(
      `${lenient.literal} of ${order.join(' and ')} was found in ${found.length} files that may not have it`,
    );
}

mkdirSync(dirname(cacheFile), { recursive: true });
writeFileSync(cacheFile, JSON.stringify(known));
if (problems.length > 0) throw new Error(problems.join('\n'));
const { size } = new Set(pairs.map(({ literal }) => literal));
process.stdout.write(`${size} regular expressions, none slower than its text is long\n`);
