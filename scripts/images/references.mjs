// Where images are named: compose files, Dockerfiles, charts, and commands of pages and scripts.

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The one list of foreign images, with the digest of each that was looked up. */
export const listFile = 'infra/dependencies/images.json';
/** The page that says which are pinned: its table has the same references. */
export const page = 'docs/security.md';

const read = /\.(ya?ml|tpl|md|sh|json)$|Dockerfile/;
const folders = ['infra', 'docs', 'scripts', '.ci', 'README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', 'CHANGELOG.md'];

/** Options of `docker run` without a value of their own. */
const flags = /^(-[dit]+|--(rm|detach|init|interactive|tty|read-only|privileged|quiet|no-healthcheck)|--[\w-]+=.*)$/;

/** The image of `docker run …`, `create` or `pull`: the first word that is neither an option nor the value of one. */
const imageOfCommand = (words) => {
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (!word.startsWith('-')) return word;
    if (!flags.test(word)) at += 1;
  }
  return undefined;
};

const commandsIn = (text) =>
  [...text.replaceAll(/\\\n\s*/g, ' ').matchAll(/\b(?:docker|podman) (?:run|create|pull) (.+)/g)].flatMap(
    ([, rest]) => {
      const words = rest.replaceAll(/[`"']/g, '').split(/\s+/).filter(Boolean);
      return imageOfCommand(words) ?? [];
    },
  );

/** The images that a file names; stages of a Dockerfile, and what a template or a variable puts in, are none. */
const namedIn = (path, text) => {
  const lines = text.split('\n');
  const all = (form) => lines.flatMap((line) => form.exec(line)?.[1] ?? []);
  const named = all(/^\s*(?:-\s*)?image:\s*["']?([^\s"'#]+)/);
  if (/Dockerfile/.test(path)) {
    const stages = new Set(all(/^FROM .+ AS (\S+)/i));
    named.push(...[...all(/^FROM (?:--\S+ )*(\S+)/i), ...all(/--from=(\S+)/)].filter((name) => !stages.has(name)));
    named.push(...all(/^ARG \w*IMAGE\w*=(\S+)/));
  }
  return [...named, ...commandsIn(text)];
};

const isOurs = (image) => /^(?:[\w.-]+\/)*transledger(-triton)?([:@]|$)/.test(image);
const isVariable = (image) => /^\$|^\{\{|…/.test(image);

/** Every reference to an image of others in the files that git has, `{ path, image }`. */
export const referencesIn = (root) => {
  const files = execFileSync(
    'git',
    ['ls-files', '-z', '--', ...folders.filter((name) => existsSync(join(root, name)))],
    {
      cwd: root,
      encoding: 'utf8',
    },
  );
  return files
    .split('\0')
    .filter((path) => path !== '' && read.test(path) && path !== listFile && existsSync(join(root, path)))
    .flatMap((path) => namedIn(path, readFileSync(join(root, path), 'utf8')).map((image) => ({ path, image })))
    .filter(({ image }) => !isOurs(image) && !isVariable(image));
};

/** `{ name, tag, digest }` of a reference; what it lacks is undefined. The port of a registry is no tag. */
export const partsOf = (image) => {
  const [, rest = '', digest] = /^([^@]*)(?:@(.*))?$/s.exec(image) ?? [];
  const [, name = '', tag] = /^(.*?)(?::([^/:]*))?$/s.exec(rest) ?? [];
  return { name, tag, digest };
};

/**
 * Whether a tag names one release: three numbers, for PostgreSQL, whose releases have two, two. A publisher can still move it, which only
 * a digest rules out.
 */
export const isExact = ({ name, tag = '' }) =>
  /(?:^|[^\d.])\d+\.\d+\.\d+(?![\d.])/.test(tag) || (/(^|\/)postgres$/.test(name) && /^\d+\.\d+(?![\d.])/.test(tag));

export const isDigest = (text) => /^sha256:[0-9a-f]{64}$/.test(text ?? '');

export const readList = (root) => JSON.parse(readFileSync(join(root, listFile), 'utf8')).images;

export const fullName = ({ image, digest }) => (digest === null ? image : `${image}@${digest}`);

/** The mistakes of the references and the list, a sentence each. */
export const mistakesOf = (root) => {
  const list = readList(root);
  const byName = new Map(list.map((entry) => [entry.image, entry]));
  const references = referencesIn(root);
  const ofList = list.flatMap(({ image, digest }) => [
    ...(isExact(partsOf(image)) ? [] : [`${listFile}: the tag of ${image} is not an exact version`]),
    ...(digest === null || isDigest(digest) ? [] : [`${listFile}: ${digest} is no digest`]),
    ...(references.some((one) => one.image.startsWith(image)) ? [] : [`${listFile}: nothing uses ${image}`]),
  ]);
  const ofFiles = references.flatMap(({ path, image }) => {
    const parts = partsOf(image);
    if (!isExact(parts)) return [`${path}: the tag of ${image} is not an exact version`];
    const entry = byName.get(`${parts.name}:${parts.tag}`);
    if (entry === undefined) return [`${path}: ${image} is not in ${listFile}`];
    return image === fullName(entry) ? [] : [`${path}: ${image} is ${fullName(entry)} in ${listFile}`];
  });
  const told = readFileSync(join(root, page), 'utf8');
  const untold = list.filter((entry) => !told.includes(`\`${fullName(entry)}\``));
  return [...ofList, ...ofFiles, ...untold.map((entry) => `${page}: does not name \`${fullName(entry)}\``)];
};
