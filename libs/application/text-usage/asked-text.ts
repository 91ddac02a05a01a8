import type { RefusedText } from '#libs/domain/text-usage/text-usage.events.js';
import { isLanguageCode } from '#libs/text/languages/iso-639-1.js';
import { baseLanguage, canonicalTag } from '#libs/text/languages/language-tag.js';
import type { RequestContext } from '../request-context.js';

/** Notes what a request asks for, as far as it is known: its entry in the audit log has that where it is refused or fails. */
export const noteAsked = ({ caller }: Pick<RequestContext, 'caller'>, facts: RefusedText): void => {
  const known = Object.entries(facts).filter(([, fact]) => fact !== undefined);
  caller.asked = { ...caller.asked, ...Object.fromEntries(known) };
};

const languageForm = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,4}$/;

/** The language, where it is one: anything else is a caller's own text, and stands in no entry. */
const ifLanguage = (tag: string | undefined): string | undefined =>
  tag !== undefined && languageForm.test(tag) && isLanguageCode(baseLanguage(canonicalTag(tag))) ? tag : undefined;

/** The languages of a request that were given as codes of languages, installed or not. */
export const askedLanguages = (
  source: string | undefined,
  target: string | undefined,
): Pick<RefusedText, 'sourceLanguage' | 'targetLanguage'> => {
  const [sourceLanguage, targetLanguage] = [ifLanguage(source), ifLanguage(target)];
  return { ...(sourceLanguage && { sourceLanguage }), ...(targetLanguage && { targetLanguage }) };
};
