// The images of others that compose, Dockerfiles, charts and pages name. `node scripts/images.mjs check` is one of the checks;
// `npm run images:pin` asks the registries for digests and writes them to every place. What nobody could look up is left as it is.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fullName, listFile, mistakesOf, page, partsOf, readList, referencesIn } from './images/references.mjs';
import { digestOf } from './images/registry.mjs';

const usage = `npm run images:pin [-- --registry URL] [--renew]
  --registry URL  asks this registry, a mirror of all the others, in their stead
  --renew         takes the new digest of a tag that names another image than when it was pinned`;

const escaped = (text) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/** Writes a reference wherever the image stands with its tag, with or without a digest. */
const writeEverywhere = (root, entry) => {
  const form = new RegExp(`(?<![\\w./-])${escaped(entry.image)}(?:@sha256:[0-9a-f]{64})?(?![\\w.@-])`, 'g');
  for (const path of new Set([page, ...referencesIn(root).map((one) => one.path)])) {
    const before = readFileSync(join(root, path), 'utf8');
    const after = before.replaceAll(form, fullName(entry));
    if (after !== before) writeFileSync(join(root, path), after);
  }
};

const writeList = (root, list) => {
  const lines = list.map(
    ({ image, digest }) => `    { "image": ${JSON.stringify(image)}, "digest": ${JSON.stringify(digest)} }`,
  );
  writeFileSync(join(root, listFile), `{\n  "images": [\n${lines.join(',\n')}\n  ]\n}\n`);
};

/** Looks up every image of the list; one that fails keeps what it has. Returns whether all have a digest that was looked up now. */
const pin = async (root, { registry, isRenewing }) => {
  const list = readList(root);
  let isWhole = true;
  for (const entry of list) {
    const looked = await digestOf(partsOf(entry.image), { registry }).catch((error) => error);
    const reason =
      looked instanceof Error
        ? `${looked.message}${looked.cause ? ` (${looked.cause.code ?? looked.cause.message})` : ''}`
        : undefined;
    const isMoved = reason === undefined && entry.digest !== null && entry.digest !== looked;
    if (reason !== undefined) process.stdout.write(`✗ ${entry.image}: not looked up: ${reason}\n`);
    else if (isMoved && !isRenewing)
      process.stdout.write(
        `✗ ${entry.image}: the tag now names ${looked}; kept ${entry.digest} (--renew takes the new one)\n`,
      );
    else {
      entry.digest = looked;
      writeEverywhere(root, entry);
      process.stdout.write(`✓ ${fullName(entry)}\n`);
      continue;
    }
    isWhole = false;
  }
  writeList(root, list);
  return isWhole;
};

const check = (root) => {
  const mistakes = mistakesOf(root);
  for (const mistake of mistakes) process.stdout.write(`${mistake}\n`);
  return mistakes.length === 0;
};

const [command, ...args] = process.argv.slice(2);
const argumentOf = (option) => (args.includes(option) ? args[args.indexOf(option) + 1] : undefined);
const root = argumentOf('--root') ?? join(import.meta.dirname, '..');
if (command === 'check') process.exitCode = check(root) ? 0 : 1;
else if (command === 'pin')
  process.exitCode = (await pin(root, { registry: argumentOf('--registry'), isRenewing: args.includes('--renew') }))
    ? 0
    : 1;
else {
  process.stdout.write(`${usage}\n`);
  process.exitCode = 2;
}
