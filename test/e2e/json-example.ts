/** Parts of a text that are never the same twice, each with the form that it has; `…` stands for anything. */
const moving: readonly (readonly [inExample: string, form: string])[] = [
  ['…', '[^]*'],
  [String.raw`\b(?:[a-z]{3,4})_[0-9A-Z]{26}\b`, ''],
  [String.raw`\d{4}-\d\d-\d\dT[\d:.]+Z`, String.raw`\d{4}-\d\d-\d\dT[\d:.]+Z`],
  [String.raw`\d{4}-\d\d-\d\d`, String.raw`\d{4}-\d\d-\d\d`],
  [String.raw`\b[0-9a-f]{64}\b`, '[0-9a-f]{64}'],
  [String.raw`\+[0-9a-f]{8}\+`, String.raw`\+[0-9a-f]{8}\+`],
  [String.raw`\b\d{19}\b`, String.raw`\d{19}`],
];
const anyNumber = [String.raw`\d+(?:\.\d+)?`, String.raw`\d+(?:\.\d+)?`] as const;

const literally = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/**
 * The form of a text in an example: ids are those of any thing of their kind, times and hashes any others, and so are
 * numbers where they are not `exact`.
 */
export const formOf = (example: string, numbers: 'exact' | 'any' = 'exact'): string => {
  const parts = numbers === 'any' ? [...moving, anyNumber] : moving;
  let form = '';
  let at = 0;
  for (const found of example.matchAll(new RegExp(parts.map(([inExample]) => `(${inExample})`).join('|'), 'gu'))) {
    const kind = parts.findIndex((_part, index) => found[index + 1] !== undefined);
    const [part] = found;
    form += literally(example.slice(at, found.index));
    form += parts[kind]?.[1] || `${part.slice(0, part.indexOf('_'))}_[0-9A-Z]{26}`;
    at = found.index + part.length;
  }
  return form + literally(example.slice(at));
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Fields whose numbers are those of the machine, of the moment, or of what the log has by then. */
const ofMachine = /\.(?:processing_time_ms|as_of\.number|messages\[\d+\]\.timestamp|next)$/;

/**
 * The parts of an example that an answer has otherwise, by their paths; none where it has all of it. An answer may have more:
 * further fields, and further items.
 */
export const differences = (example: unknown, answer: unknown, path = '$'): string[] => {
  const differs = [`${path} is ${JSON.stringify(answer)}, and in the example ${JSON.stringify(example)}`];
  if (typeof example === 'string') {
    return typeof answer === 'string' && new RegExp(`^${formOf(example)}$`, 'u').test(answer) ? [] : differs;
  }
  if (typeof example === 'number' && ofMachine.test(path)) {
    return typeof answer === 'number' ? [] : differs;
  }
  if (Array.isArray(example)) {
    if (!Array.isArray(answer) || (example.length === 0 && answer.length > 0)) return differs;
    return example.flatMap((item, at) => {
      const found = answer.map((one) => differences(item, one, `${path}[${at}]`));
      if (found.some((each) => each.length === 0)) return [];
      return found[at] ?? [`${path}[${at}] is missing`];
    });
  }
  if (isObject(example)) {
    if (!isObject(answer)) return differs;
    return Object.entries(example).flatMap(([field, value]) =>
      Object.hasOwn(answer, field)
        ? differences(value, answer[field], `${path}.${field}`)
        : [`${path}.${field} is missing`],
    );
  }
  return example === answer ? [] : differs;
};

const isWhole = (example: unknown): boolean =>
  isObject(example) && ['data', 'error', 'dependencies'].some((field) => Object.hasOwn(example, field));

const partsOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? [value, ...Object.values(value).flatMap(partsOf)] : [];

/** The same for an example that shows but a part of the answer: it may stand anywhere in it. */
export const differencesAnywhere = (example: unknown, answer: unknown): string[] => {
  const whole = differences(example, answer);
  if (isWhole(example)) return whole;
  return partsOf(answer).some((part) => differences(example, part).length === 0) ? [] : whole;
};

/** The value of a JSON text; undefined where it is none. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

/** The same of a page, which leaves out what stands for `, …`. */
export const parseExample = (text: string): unknown => parseJson(text.replaceAll(/,\s*…/g, ''));
