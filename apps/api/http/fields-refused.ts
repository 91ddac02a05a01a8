import type { Act, RequestContext } from '#libs/application/request-context.js';
import { askedLanguages, noteAsked } from '#libs/application/text-usage/asked-text.js';
import { countCodePoints, countWords } from '#libs/documents/formats/counting.js';
import type { ErrorCode } from '#libs/domain/errors/error-catalogue.js';
import { Rejection, type RejectionOptions } from '#libs/domain/errors/rejection.js';
import { generalDomain } from '#libs/domain/euro-voc.js';
import type { RefusedText } from '#libs/domain/text-usage/text-usage.events.js';

/** A body refused for some of its fields. It knows the others by a function alone, so that no line of a log gets their texts. */
export class FieldsRefused extends Rejection {
  /** The value of a field that has no fault; `otherwise` where it was not given, and nothing where it is at fault. */
  readonly sound: (name: string, otherwise?: string) => unknown;

  /** `fields` are those that were given, in the form that the rules saw; `faulty` the names of those at fault. */
  constructor(code: ErrorCode, options: RejectionOptions, fields: object, faulty: ReadonlySet<string>) {
    super(code, options);
    this.sound = (name, otherwise) => (faulty.has(name) ? undefined : (Reflect.get(fields, name) ?? otherwise));
  }
}

/** Characters whose words are counted: a text that could be translated has no more. */
const maxCountedCharacters = 10_000;

const isText = (value: unknown): value is string => typeof value === 'string';

/** Size of the texts, of several all together; of more than can be one text, words are left uncounted. */
const sizeOf = (texts: readonly string[]): Pick<RefusedText, 'characterCount' | 'wordCount'> => {
  if (texts.length === 0) return {};
  const characterCount = texts.reduce((sum, text) => sum + countCodePoints(text), 0);
  if (characterCount > maxCountedCharacters) return { characterCount };
  return { characterCount, wordCount: texts.reduce((sum, text) => sum + countWords(text), 0) };
};

/** Acts that are of a domain, `general` where none is named. */
const ofDomain: ReadonlySet<string> = new Set(['translate', 'document_upload']);

/** Notes what an act asks for in those of its fields that have no fault: its entry in the audit log has that. */
export const noteSoundFields = (
  request: Pick<RequestContext, 'caller'>,
  { action, resource }: Act,
  rejection: Rejection,
): void => {
  if (!(rejection instanceof FieldsRefused) || (resource !== 'text' && resource !== 'document')) return;
  const [source, target, domain] = [
    rejection.sound('source'),
    rejection.sound('target'),
    rejection.sound('domain', ofDomain.has(action) ? generalDomain : undefined),
  ].map((value) => (isText(value) ? value : undefined));
  const texts = [rejection.sound('text'), rejection.sound('texts')].flat().filter(isText);
  noteAsked(request, {
    ...askedLanguages(source, target),
    ...(domain !== undefined && { domain }),
    ...sizeOf(texts),
  });
};
