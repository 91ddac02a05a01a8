import { canonicalTag } from '#libs/text/languages/language-tag.js';
import { FormatError } from '../format.errors.js';
import type { DocumentSummary } from '../format.port.js';
import { type PluralForms, pluralFormsFor, pluralFormsIn } from '../plurals/gettext-plurals.js';
import { formsOf, type PluralTexts, pluralTexts } from '../plurals/plural-texts.js';
import { skipReasons } from '../skip-reasons.js';
import { jointPieces } from '../text/joint-pieces.js';
import type { TextPiece, TextWalker, WalkContext } from '../text/text-walker.js';
import { isIdentifier } from '../values/translatable-value.js';
import { valuePieces } from '../values/value-pieces.js';
import { PoEntries, type PoEntry, type PoPart } from './po-entries.js';
import { changedHeader, gettextLocale, headerField, headerOf, isSameLocale } from './po-header.js';
import { type PoLayout, poField } from './po-string.js';

type Field = Extract<PoPart, { kind: 'field' }>;

/** A message and its translations. */
interface Message {
  /** Undefined where the file has identifiers for messages, and no text for this one. */
  one: string | undefined;
  other: string | undefined;
  /** The translations, by their forms. */
  translations: readonly Field[];
  isFuzzy: boolean;
}

const asIs = (text: string): string => text;

/** `Wi_ki`, `I_nsert`: a word whose letter behind the underscore is that of a menu in GTK. */
const mnemonic = /^[A-Z][a-z]*_[a-z]+$/;
const isKey = (text: string): boolean => isIdentifier(text) && !mnemonic.test(text);

const fuzzyFlag = /,\s{0,9}fuzzy(?=\s|,|$)/g;
/** Headers of a file, at most: it has one for each of its domains. */
const maxHeaders = 32;
/** Columns of a string by which it shows that a file does not wrap its strings. */
const unwrappedWidth = 100;

const fieldsOf = ({ parts }: PoEntry, keyword: Field['keyword']): Field[] =>
  parts.filter((part): part is Field => part.kind === 'field' && part.keyword === keyword);

const rawOf = (parts: readonly PoPart[]): string => parts.map(({ raw }) => raw).join('');

/**
 * Fills the translations of a file of gettext. A message that has one in the target language stays, unless it is fuzzy; where the
 * file is in another language, all are translated anew.
 */
export class PoWalker implements TextWalker {
  private readonly entries = new PoEntries();
  private layout: PoLayout = { lineEnd: '\n', isWrapped: true };
  /** Whether a message has come, which a header stands before. */
  private isBegun = false;
  private isInOtherLanguage = false;
  private isOfUnknownLanguage = true;
  private plurals: PluralForms;
  private headers = 0;
  private identifiers = 0;
  private readonly isTranslation: boolean;

  /** @param targetLanguage undefined where the file is only read */
  constructor(
    { languages }: WalkContext,
    private readonly targetLanguage: string | undefined,
  ) {
    this.plurals = pluralFormsFor(canonicalTag(targetLanguage ?? 'en'));
    this.isTranslation = languages !== undefined && languages.source !== languages.target;
  }

  push(text: string): TextPiece[] {
    return this.entries.push(text).flatMap((entry) => this.piecesOf(entry));
  }

  end(): TextPiece[] {
    return this.entries.end().flatMap((entry) => this.piecesOf(entry));
  }

  summary(): DocumentSummary {
    return this.identifiers === 0 ? {} : { skipped: [{ reason: skipReasons.identifier, count: this.identifiers }] };
  }

  private piecesOf(entry: PoEntry): TextPiece[] {
    const [id] = fieldsOf(entry, 'msgid');
    const translations = fieldsOf(entry, 'msgstr');
    if (id === undefined || translations[0] === undefined) return [rawOf(entry.parts)];
    this.learnLayout(entry);
    const isHeader = id.text === '' && fieldsOf(entry, 'msgctxt').length === 0;
    if (isHeader) return [this.header(entry, translations[0])];
    const pieces = this.messagePieces(entry, id, translations);
    if (this.isBegun || !this.isTranslation) return pieces;
    this.isBegun = true;
    return [this.newHeader(), ...pieces];
  }

  private learnLayout({ parts }: PoEntry): void {
    const lineEnd = /\r\n|[\n\r]/.exec(rawOf(parts))?.[0] ?? this.layout.lineEnd;
    const isLong = (raw: string): boolean =>
      raw.split(/[\n\r]+/).some((line) => line.length > unwrappedWidth && line.slice(0, unwrappedWidth).includes(' '));
    const isWrapped = this.layout.isWrapped && !fieldsOf({ parts }, 'msgid').some(({ raw }) => isLong(raw));
    this.layout = { lineEnd, isWrapped };
  }

  private header(entry: PoEntry, translation: Field): string {
    const { targetLanguage } = this;
    this.headers += 1;
    if (this.headers > maxHeaders) throw new FormatError('hostile', 'The PO file has too many headers.');
    const header = headerOf(translation.text);
    const declared = headerField(header, 'Language') ?? '';
    const forms = pluralFormsIn(headerField(header, 'Plural-Forms') ?? '');
    this.isBegun = true;
    this.isOfUnknownLanguage = declared === '';
    this.isInOtherLanguage = declared !== '' && targetLanguage !== undefined && !isSameLocale(declared, targetLanguage);
    const keepsForms = forms !== undefined && !this.isInOtherLanguage;
    if (keepsForms) this.plurals = forms;
    if (!this.isTranslation || targetLanguage === undefined) return rawOf(entry.parts);
    const text = changedHeader(translation.text, {
      ...(declared === '' || this.isInOtherLanguage ? { language: gettextLocale(targetLanguage) } : {}),
      ...(keepsForms ? {} : { plurals: this.plurals }),
    });
    const layout = { ...this.layout, isWrapped: false };
    return text === translation.text ? rawOf(entry.parts) : this.written(entry, () => poField('msgstr', text, layout));
  }

  /** A file without a header says nothing of its encoding, and gettext takes it for ASCII. */
  private newHeader(): string {
    const { targetLanguage = '', plurals, layout } = this;
    const text = changedHeader('', { language: gettextLocale(targetLanguage), plurals });
    return `${poField('msgid', '', layout)}${poField('msgstr', text, { ...layout, isWrapped: false })}${layout.lineEnd}`;
  }

  private messagePieces(entry: PoEntry, id: Field, translations: readonly Field[]): TextPiece[] {
    const message = this.messageOf(entry, id, translations);
    const isTranslated = translations.every(({ text }) => text !== '');
    const stays = isTranslated && !message.isFuzzy && !this.isInOtherLanguage && !this.isKeyed(id);
    if (message.one === undefined) this.identifiers += 1;
    if (stays || message.one === undefined) return [rawOf(entry.parts)];
    const plural =
      message.other === undefined ? undefined : pluralTexts(message.one, message.other, this.plurals.numbers);
    const texts = plural?.texts ?? [{ text: message.one }];
    return jointPieces({
      texts: texts.map(({ text }) => valuePieces({ raw: text, text }, { role: 'body', decode: asIs, encode: asIs })),
      raw: rawOf(entry.parts),
      written: (found) => this.written(entry, () => this.fields(message, plural, found)),
      isAlwaysWritten: this.isTranslation,
    });
  }

  /** Whether a message is an identifier whose translation is the text that is meant. */
  private isKeyed({ text }: Field): boolean {
    return isKey(text) && (this.isInOtherLanguage || this.isOfUnknownLanguage);
  }

  private messageOf(entry: PoEntry, id: Field, translations: readonly Field[]): Message {
    const [plural] = fieldsOf(entry, 'msgid_plural');
    const isFuzzy = entry.parts.some(({ kind, raw }) => kind === 'flags' && raw.search(fuzzyFlag) !== -1);
    const common = { translations, isFuzzy };
    if (!isKey(id.text)) return { ...common, one: id.text, other: plural?.text };
    const said = this.isKeyed(id) ? translations.filter(({ text }) => text !== '') : [];
    const other = plural && (said.at(-1)?.text ?? plural.text);
    return { ...common, one: said[0]?.text, other };
  }

  private fields(
    { translations, isFuzzy }: Message,
    plural: PluralTexts | undefined,
    found: readonly string[],
  ): string {
    const { layout } = this;
    if (plural === undefined) return poField('msgstr', found[0] ?? '', layout);
    const keeps = !isFuzzy && !this.isInOtherLanguage && !this.isOfUnknownLanguage;
    return formsOf(plural, found)
      .map((text, form) => {
        const before = translations.find(({ index }) => index === form);
        return keeps && before !== undefined && before.text !== ''
          ? before.raw
          : poField(`msgstr[${form}]`, text, layout);
      })
      .join('');
  }

  /** An entry with other translations, which nobody has to look at as guesses. */
  private written({ parts }: PoEntry, translations: () => string): string {
    const first = parts.findIndex((part) => part.kind === 'field' && part.keyword === 'msgstr');
    const last = parts.findLastIndex((part) => part.kind === 'field');
    const isLast = !/[\n\r]$/.test(parts[last]?.raw ?? '');
    const text = parts.map((part, at) => {
      if (at === first) return isLast ? translations().slice(0, -this.layout.lineEnd.length) : translations();
      if (at > first && at <= last && part.kind === 'field') return '';
      return part.kind === 'previous' ? '' : part.kind === 'flags' ? withoutFuzzy(part.raw) : part.raw;
    });
    return text.join('');
  }
}

/** A line of flags without the one that says that a translation is a guess. */
const withoutFuzzy = (raw: string): string => {
  const flags = raw.replace(fuzzyFlag, '');
  return flags === raw || /#\s*,/.test(flags) ? flags : flags.trim() === '#' ? '' : flags;
};
