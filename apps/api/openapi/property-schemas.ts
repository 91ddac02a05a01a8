import { languageTagForm } from '../http/constraints.js';

/** The rules of `constraints.ts` as JSON Schema, for the OpenAPI document. */

/** Schema of `IsText`. */
export const textSchema = { minLength: 1, pattern: '^[^\\u0000]+$' } as const;

/** Schema of `IsUserId`: of what an operator does, the name of a key may stand in it. */
export const userIdSchema = {
  pattern: '^(usr_[^\\u0000]+|operator(:[^\\u0000]*)?|\\[unknown\\])$',
} as const;

/** Schema of `IsUserIdOrEmail`. */
export const userOrEmailSchema = {
  pattern:
    '^(usr_[^\\u0000]+|operator(:[^\\u0000]*)?|\\[unknown\\]|[^\\s@\\u0000-\\u001f\\u007f-\\u009f]{1,64}@[^\\s@\\u0000-\\u001f\\u007f-\\u009f]{1,189})$',
} as const;

/** Schema of `IsEmailAddress`. */
export const emailSchema = {
  maxLength: 254,
  pattern: '^[^\\s@\\u0000-\\u001f\\u007f-\\u009f]{1,64}@[^\\s@\\u0000-\\u001f\\u007f-\\u009f]{1,189}$',
} as const;

/** Schema of `IsNewPassword`. */
export const newPasswordSchema = { minLength: 12, maxLength: 256, pattern: '^[^\\u0000]+$' } as const;

/** Schema of `IsId`. */
export const idSchema = (prefix: string) => ({ pattern: `^${prefix}_[0-9A-HJKMNP-TV-Z]{26}$` });

const control = '\\u0000-\\u001f\\u007f-\\u009f';

/**
 * Characters that act on a line and are refused wherever they stand. Joiners, variation selectors and characters beyond the basic plane depend
 * on what stands beside them, for which JSON Schema has no words.
 */
const acting =
  `${control}\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180e\\u200b\\u200e\\u200f` +
  '\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufdd0-\\ufdef\\ufeff\\uffa0\\ufff0-\\ufffb\\ufffe\\uffff';

/** Schema of `IsLabel`: at least one visible character, and none that acts on a line. */
export const labelSchema = (maxLength: number) => ({
  minLength: 1,
  maxLength,
  pattern: `^[^${acting}]*[^\\s${acting}][^${acting}]*$`,
});

const unwritable = `${control}\\u2028\\u2029\\ufdd0-\\ufdef\\ufffe\\uffff`;

/** Schema of a glossary's term. */
export const termSchema = (maxLength: number) => ({
  minLength: 1,
  maxLength,
  pattern: `^[^${unwritable}]*[^\\s\\ufeff${unwritable}][^${unwritable}]*$`,
});

/** Schema of `IsTimestamp`: one string, since clients have no type for a date or a time. */
export const timestampSchema = {
  type: 'string',
  format: 'date-or-time',
  pattern: '^\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,9})?)?(Z|[+-]\\d{2}:\\d{2})?)?$',
} as const;

const octet = '(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])';

/** Schema of `IsAddressRange`. */
export const addressRangeSchema = {
  type: 'string',
  format: 'ip-range',
  pattern: '^[0-9A-Fa-f:.]+(/[0-9]{1,3})?$',
} as const;

const languageTag = languageTagForm.source;

/** Schema of `IsLanguageTag`. */
export const anyLanguageSchema = { format: 'bcp47', pattern: languageTag } as const;

/** Schema of language codes; the document that is served names those of the running engine: see `language-codes.ts`. */
export const sourceLanguageSchema = { example: 'en', format: 'source-language', pattern: languageTag } as const;
export const targetLanguageSchema = { example: 'es', format: 'target-language', pattern: languageTag } as const;

/** Schema of `IsAddress`. */
export const addressSchema = { type: 'string', format: 'ip-address', pattern: '^[0-9A-Fa-f:.]+$' } as const;

const hostLabel = '([A-Za-z0-9]|[A-Za-z0-9][A-Za-z0-9-]{0,61}[A-Za-z0-9])';
const lastHostLabel = '([A-Za-z]|[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9])';

/** Schema of `IsHost`. */
export const hostSchema = {
  type: 'string',
  maxLength: 253,
  pattern: `^((${hostLabel}\\.)*${lastHostLabel}|(${octet}\\.){3}${octet})$`,
} as const;

/** Schema of `IsDuration`. */
export const durationSchema = {
  pattern: '^P(?=.)([0-9]+W)?([0-9]+D)?(T(?=.)([0-9]+H)?([0-9]+M)?([0-9]+S)?)?$',
} as const;
