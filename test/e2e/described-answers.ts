interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  items?: Schema;
  anyOf?: readonly Schema[];
  allOf?: readonly Schema[];
}

type Schemas = Readonly<Record<string, Schema>>;

const resolved = (schema: Schema, schemas: Schemas): Schema => {
  const [only, ...others] = schema.allOf ?? schema.anyOf?.filter(({ type }) => type !== 'null') ?? [];
  if (only !== undefined && others.length === 0) return resolved(only, schemas);
  const named = schema.$ref === undefined ? undefined : schemas[schema.$ref.split('/').at(-1) ?? ''];
  return named === undefined ? schema : resolved(named, schemas);
};

const typeOf = (value: unknown): string => {
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
};

const fits = (type: string, wanted: Schema['type']): boolean => {
  const types = wanted === undefined ? [] : [wanted].flat();
  return types.length === 0 || types.includes(type) || (type === 'integer' && types.includes('number'));
};

/** Places at which an answer is not what its schema says: fields that are not described or not there, and values of another type. */
export const undescribedIn = (value: unknown, given: Schema, schemas: Schemas, place = ''): string[] => {
  const schema = resolved(given, schemas);
  if (value === null) return [];
  const type = typeOf(value);
  if (!fits(type, schema.type)) return [`${place} is of type ${type}`];
  if (Array.isArray(value))
    return value.flatMap((item) => undescribedIn(item, schema.items ?? {}, schemas, `${place}[]`));
  if (type !== 'object' || schema.properties === undefined) return [];
  const { properties, required = [] } = schema;
  const fields = Object.entries(value as object);
  const missing = required.filter((name) => !fields.some(([field]) => field === name));
  return [
    ...missing.map((name) => `${place}.${name} is missing`),
    ...fields.flatMap(([name, field]) =>
      properties[name] === undefined
        ? [`${place}.${name} is not described`]
        : undescribedIn(field, properties[name], schemas, `${place}.${name}`),
    ),
  ];
};

const maxString = 160;
const maxItems = 2;

/** An answer as the document shows it: short, without the place where the test ran and without anything that was secret. */
export const asExample = (value: unknown): unknown => {
  if (typeof value === 'string') {
    const shown = value
      .replaceAll(/https?:\/\/127\.0\.0\.1:\d+/g, 'https://mt.example.com')
      .replaceAll(/127\.0\.0\.1:\d+/g, 'mt.example.com')
      .replaceAll(/tl_live_[0-9A-Za-z]{38}/g, 'tl_live_0000000000000000000000000000000000000')
      .replaceAll(/whsec_[0-9A-Za-z+/=]+/g, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
      .replace(/(\/console\/invite\/).*/, '$1…');
    return shown.length > maxString ? `${shown.slice(0, maxString)}…` : shown;
  }
  if (Array.isArray(value)) return value.slice(0, maxItems).map(asExample);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => name !== 'receipt');
  return Object.fromEntries(kept.map(([name, field]) => [name, asExample(field)]));
};

const maxLines = 5;

/** A file of text as the document shows it: its first lines, cut short. */
export const asFileExample = (text: string): string => {
  const lines = text.trimEnd().split(/\r?\n/);
  const shown = lines.slice(0, maxLines).map((line) => asExample(line));
  return [...shown, ...(lines.length > maxLines ? ['…'] : [])].join('\n');
};
