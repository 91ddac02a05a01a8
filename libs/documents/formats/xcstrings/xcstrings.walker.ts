import { FormatError } from '../format.errors.js';
import type { DocumentSummary } from '../format.port.js';
import { decodeJson } from '../json/json-string.js';
import { type JsonToken, JsonTokenizer } from '../json/json-tokens.js';
import { pluralCategories } from '../plurals/gettext-plurals.js';
import { skipReasons } from '../skip-reasons.js';
import { jointPieces } from '../text/joint-pieces.js';
import type { TextPiece, TextWalker, WalkContext } from '../text/text-walker.js';
import { isIdentifier, isWording } from '../values/translatable-value.js';
import { valuePieces } from '../values/value-pieces.js';
import {
  indentIn,
  type JsonLayout,
  membersOf,
  separatorIn,
  type WrittenJson,
  withMember,
  writtenJson,
} from './json-layout.js';
import { asObject, isLocalized, newLocalization, unitOf } from './localization.js';

/** UTF-16 code units of the value of one key, at most. */
const maxValueLength = 1024 * 1024;
/** Objects and lists in one another within the value of one key, at most. */
const maxDepth = 64;
/** UTF-16 code units of the text since the last key that are kept, by which the layout is told. */
const maxGap = 1024;
const asIs = (text: string): string => text;

/** Names of Apple for languages whose script it always says. */
const appleNames: Readonly<Record<string, string>> = { zh: 'zh-Hans', 'zh-CN': 'zh-Hans', 'zh-TW': 'zh-Hant' };

/** Whether the value of a key has ended, by the tokens so far. */
class HeldValue {
  raw = '';
  private depth = 0;

  constructor(readonly key: string) {}

  /** @throws FormatError `hostile` for a value that is too long or too deep */
  add({ kind, raw }: JsonToken): boolean {
    this.raw += raw;
    if (this.raw.length > maxValueLength)
      throw new FormatError('hostile', 'A string of the catalogue is longer than a million characters.');
    if (kind === 'open') this.depth += 1;
    if (kind === 'close') this.depth -= 1;
    if (this.depth > maxDepth)
      throw new FormatError('hostile', 'The values of a string of the catalogue are nested too deep.');
    return this.depth === 0 && kind !== 'space';
  }
}

/**
 * Puts a localization beside the others of each string of a catalogue of Xcode. What has one in the target language stays, unless
 * that is said to be new, and so does what is not to be translated.
 */
export class XcstringsWalker implements TextWalker {
  private readonly tokenizer = new JsonTokenizer();
  /** `strings` is the object that has the strings of the catalogue. */
  private readonly open: ('file' | 'strings')[] = [];
  private expected: 'value' | 'first' | 'key' | 'colon' | 'comma' | 'end' = 'value';
  private key = '';
  private held: HeldValue | undefined;
  private copied = '';
  private sourceLanguage = '';
  private hasStrings = false;
  private layout: JsonLayout = { separator: '', lines: undefined };
  /** The text since the last key. */
  private gap = '';
  private stated = 0;
  private identifiers = 0;
  private readonly isTranslation: boolean;
  private readonly categories: ReadonlyMap<string, readonly number[]>;

  /** @param targetLanguage undefined where the file is only read */
  constructor(
    { languages }: WalkContext,
    private readonly targetLanguage: string | undefined,
  ) {
    this.categories = pluralCategories(targetLanguage ?? 'en');
    this.isTranslation = languages !== undefined && languages.source !== languages.target;
  }

  push(text: string): TextPiece[] {
    return this.take(this.tokenizer.push(text));
  }

  end(): TextPiece[] {
    const pieces = this.take(this.tokenizer.end());
    if (this.expected !== 'end' || !this.hasStrings) throw invalid();
    return pieces;
  }

  summary(): DocumentSummary {
    const skipped = [
      { reason: skipReasons.stated, count: this.stated },
      { reason: skipReasons.identifier, count: this.identifiers },
    ].filter(({ count }) => count > 0);
    return skipped.length === 0 ? {} : { skipped };
  }

  private take(tokens: readonly JsonToken[]): TextPiece[] {
    const pieces: TextPiece[] = [];
    for (const token of tokens) {
      if (this.held !== undefined) this.hold(this.held, token, pieces);
      else this.takeToken(token, pieces);
    }
    if (this.copied !== '') pieces.push(this.copied);
    this.copied = '';
    return pieces;
  }

  private takeToken(token: JsonToken, pieces: TextPiece[]): void {
    const { kind, raw } = token;
    const { expected, gap } = this;
    this.gap = (this.gap + raw).slice(-maxGap);
    if (kind === 'space') {
      if (/[^ \t\n\r]/.test(raw)) throw invalid();
      this.copied += raw;
      return;
    }
    if (kind === 'close' && raw === '}' && (expected === 'first' || expected === 'comma') && this.open.length > 0) {
      this.open.pop();
      this.expected = this.open.length > 0 ? 'comma' : 'end';
    } else if (kind === 'comma' && expected === 'comma') this.expected = 'key';
    else if (kind === 'colon' && expected === 'colon') this.expected = 'value';
    else if (kind === 'string' && (expected === 'first' || expected === 'key')) {
      this.key = decodeJson(raw.slice(1, -1));
      this.expected = 'colon';
      if (this.layout.separator === '') this.learnLines(gap);
      this.gap = '';
    } else if (expected === 'value') {
      if (this.layout.separator === '' && this.key !== '')
        this.layout = { ...this.layout, separator: separatorIn(gap) };
      this.beginValue(token, pieces);
      return;
    } else throw invalid();
    this.copied += raw;
  }

  private learnLines(gap: string): void {
    const end = /\r\n|[\n\r]/.exec(gap)?.[0];
    this.layout = { separator: '', lines: end === undefined ? undefined : { end, step: indentIn(gap) } };
  }

  private beginValue(token: JsonToken, pieces: TextPiece[]): void {
    const place = this.open.at(-1);
    const isStrings = place === 'file' && this.key === 'strings';
    if (token.raw === '{' && (place === undefined || isStrings)) {
      this.open.push(place === undefined ? 'file' : 'strings');
      this.hasStrings ||= isStrings;
      this.expected = 'first';
      this.copied += token.raw;
    } else if (
      place === undefined ||
      isStrings ||
      token.kind === 'close' ||
      token.kind === 'comma' ||
      token.kind === 'colon'
    )
      throw invalid();
    else {
      this.held = new HeldValue(this.key);
      this.hold(this.held, token, pieces);
    }
  }

  private hold(held: HeldValue, token: JsonToken, pieces: TextPiece[]): void {
    if (!held.add(token)) return;
    this.held = undefined;
    this.expected = 'comma';
    const value = parsed(held.raw);
    const isString = this.open.at(-1) === 'strings';
    if (!isString && held.key === 'sourceLanguage' && typeof value === 'string') this.sourceLanguage = value;
    const found = isString ? this.piecesOf(held, value) : undefined;
    if (found === undefined) this.copied += held.raw;
    else {
      pieces.push(this.copied);
      for (const piece of found) pieces.push(piece);
      this.copied = '';
    }
  }

  /** Undefined where the string stays. */
  private piecesOf({ key, raw }: HeldValue, value: WrittenJson): TextPiece[] | undefined {
    const string = asObject(value);
    if (string === undefined) return undefined;
    const localizations = asObject(string.localizations) ?? {};
    const target = this.targetName;
    if (string.shouldTranslate === false) {
      if (isWording(key, true)) this.stated += 1;
      return undefined;
    }
    if (target === this.sourceLanguage || isLocalized(localizations[target])) return undefined;
    const source = localizations[this.sourceLanguage];
    if (source === undefined && isIdentifier(key)) {
      this.identifiers += 1;
      return undefined;
    }
    const localization = newLocalization(source ?? unitOf(key), this.categories);
    if (localization === undefined || localization.texts.every((text) => text === '')) return undefined;
    return jointPieces({
      texts: localization.texts.map((text) =>
        valuePieces({ raw: text, text }, { role: 'body', decode: asIs, encode: asIs }),
      ),
      raw,
      written: (texts) => this.written(raw, target, localization.written(texts)),
      isAlwaysWritten: this.isTranslation,
    });
  }

  private get targetName(): string {
    const { targetLanguage = '' } = this;
    return appleNames[targetLanguage] ?? targetLanguage;
  }

  private written(raw: string, target: string, localization: WrittenJson): string {
    const { lines } = this.layout;
    const members = membersOf(raw);
    const layout = { ...this.layout, separator: separatorIn(members[0]?.separator ?? this.layout.separator) };
    const before = members.find(({ key }) => key === 'localizations');
    const object = before === undefined ? '{}' : raw.slice(before.value, before.end);
    const indent = lines === undefined ? '' : lines.step.repeat(2);
    const write = (inner: string): string =>
      withMember(object, target, (own) => writtenJson(localization, layout, own), layout, inner);
    return withMember(raw, 'localizations', write, layout, indent);
  }
}

const parsed = (raw: string): WrittenJson => {
  try {
    return JSON.parse(raw) as WrittenJson;
  } catch {
    throw invalid();
  }
};

const invalid = (): FormatError => new FormatError('invalid', 'The file is no string catalogue.');
