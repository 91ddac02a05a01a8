/** The rules of `constraints.ts` as JSON Schema, for the OpenAPI document. */

/** Schema of `IsText`. */
export const textSchema = { minLength: 1, pattern: '^[^\\u0000]+$' } as const;

const control = '\\u0000-\\u001f\\u007f-\\u009f';

/** Schema of `IsLabel`: at least one visible character, and no control characters. */
export const labelSchema = (maxLength: number) => ({
  minLength: 1,
  maxLength,
  pattern: `^[^${control}]*[^\\s\\ufeff${control}][^${control}]*$`,
});

const unwritable = `${control}\\u2028\\u2029\\ufdd0-\\ufdef\\ufffe\\uffff`;

/** Schema of a glossary's term. */
export const termSchema = (maxLength: number) => ({
  minLength: 1,
  maxLength,
  pattern: `^[^${unwritable}]*[^\\s\\ufeff${unwritable}][^${unwritable}]*$`,
});

/** Schema of `IsTimestamp`. */
export const timestampSchema = {
  anyOf: [
    { type: 'string', format: 'date' },
    { type: 'string', format: 'date-time' },
  ],
};

const octet = '(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])';

/** Schema of `IsAddressRange`. */
export const addressRangeSchema = {
  anyOf: [
    { type: 'string', format: 'ipv4' },
    { type: 'string', format: 'ipv6' },
    { type: 'string', pattern: `^(${octet}\\.){3}${octet}/(3[0-2]|[12]?[0-9])$` },
    { type: 'string', pattern: '^([0-9a-f]{1,4}:){1,7}:/(12[0-8]|1[01][0-9]|[1-9]?[0-9])$' },
  ],
};

const languageTag = '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$';

/** Schema of language codes; the document that is served lists those of the running engine: see `language-codes.ts`. */
export const sourceLanguageSchema = { format: 'source-language', pattern: languageTag } as const;
export const targetLanguageSchema = { format: 'target-language', pattern: languageTag } as const;
