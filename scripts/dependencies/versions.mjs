// The order of versions: of npm and Go by Semantic Versioning, of PyPI by PEP 440.

const compareNumbers = (one, other) => (one === other ? 0 : one < other ? -1 : 1);

const compareIdentifiers = (one, other) => {
  const [isNumber, isOtherNumber] = [one, other].map((text) => /^\d+$/.test(text));
  if (isNumber && isOtherNumber) return compareNumbers(Number(one), Number(other));
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
  return compareNumbers(one, other);
};

const compareLists = (one, other, compare, missing) => {
  for (let at = 0; at < Math.max(one.length, other.length); at += 1) {
    const order = compare(one[at] ?? missing, other[at] ?? missing);
    if (order !== 0) return order;
  }
  return 0;
};

const semver = (text) => {
  const [, release, pre] = /^v?(\d+(?:\.\d+)*)(?:-([\w.-]+))?(?:\+.*)?$/.exec(text) ?? [];
  if (release === undefined) throw new Error(`"${text}" is no version`);
  return { release: release.split('.').map(Number), pre: pre?.split('.') };
};

const compareSemver = (one, other) => {
  const [a, b] = [semver(one), semver(other)];
  const order = compareLists(a.release, b.release, compareNumbers, 0);
  if (order !== 0 || (a.pre === undefined && b.pre === undefined)) return order;
  if (a.pre === undefined || b.pre === undefined) return a.pre === undefined ? 1 : -1;
  return compareLists(
    a.pre,
    b.pre,
    (x, y) => (x === '' || y === '' ? compareNumbers(x, y) : compareIdentifiers(x, y)),
    '',
  );
};

const stages = { a: 0, alpha: 0, b: 1, beta: 1, c: 2, rc: 2, pre: 2, preview: 2 };
const pep440 =
  /^v?(?:(\d+)!)?(\d+(?:\.\d+)*)(?:[-_.]?(a|alpha|b|beta|c|rc|pre|preview)[-_.]?(\d*))?(?:[-_.]?(?:post|rev|r)[-_.]?(\d*)|-(\d+))?(?:[-_.]?(dev)[-_.]?(\d*))?(?:\+.*)?$/i;

/** Numbers whose order is that of the versions: what comes before a release counts less than it, and what comes after it more. */
const pythonKey = (text) => {
  const match = pep440.exec(text);
  if (match === null) throw new Error(`"${text}" is no version`);
  const [, epoch = '0', release, stage, number, post, bare, dev, devNumber] = match;
  const hasPost = post !== undefined || bare !== undefined;
  const beforeStages = dev !== undefined && stage === undefined && !hasPost ? -1 : 3;
  return {
    epoch: Number(epoch),
    release: release.split('.').map(Number),
    rest: [
      stage === undefined ? beforeStages : stages[stage.toLowerCase()],
      Number(number || 0),
      hasPost ? Number(post || bare || 0) : -1,
      dev === undefined ? Number.POSITIVE_INFINITY : Number(devNumber || 0),
    ],
  };
};

const comparePython = (one, other) => {
  const [a, b] = [pythonKey(one), pythonKey(other)];
  return (
    compareNumbers(a.epoch, b.epoch) ||
    compareLists(a.release, b.release, compareNumbers, 0) ||
    compareLists(a.rest, b.rest, compareNumbers, 0)
  );
};

/**
 * Less than 0 where `one` is older than `other`, 0 where they are equal.
 * @throws Error for what is no version of the ecosystem
 */
export const compareVersions = (ecosystem, one, other) =>
  ecosystem === 'PyPI' ? comparePython(one, other) : compareSemver(one, other);

/**
 * Whether a range of an OSV record has the version: its `events` in the order of versions switch it on (`introduced`) and off (`fixed` from
 * there, `last_affected` behind it).
 */
export const isInRange = (ecosystem, version, events) =>
  events
    .map((event) => {
      const [[kind, at]] = Object.entries(event);
      return { kind, at };
    })
    .filter(({ kind }) => ['introduced', 'fixed', 'last_affected'].includes(kind))
    .toSorted((one, other) => {
      if (one.at === '0' || other.at === '0') return one.at === other.at ? 0 : one.at === '0' ? -1 : 1;
      return compareVersions(ecosystem, one.at, other.at);
    })
    .reduce((isIn, { kind, at }) => {
      const order = at === '0' ? 1 : compareVersions(ecosystem, version, at);
      if (kind === 'introduced') return order >= 0 ? true : isIn;
      if (kind === 'fixed') return order >= 0 ? false : isIn;
      return order > 0 ? false : isIn;
    }, false);
