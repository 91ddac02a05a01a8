import { addAll } from '../add-all.js';
import { FormatError } from '../format.errors.js';
import type { DocumentSummary, KeyRules } from '../format.port.js';
import { relabelled } from '../text/language-labels.js';
import type { TextPiece, TextWalker, WalkContext } from '../text/text-walker.js';
import type { ValuePlace } from '../values/command-value.js';
import { KeySelection, type KeyState } from '../values/key-paths.js';
import { ValueJudge } from '../values/value-judge.js';
import { valuePieces } from '../values/value-pieces.js';
import { hasMessages, sampleLength } from './json-messages.js';
import { decodeJson, JsonEscapes, jsonValue } from './json-string.js';
import { type JsonToken, JsonTokenizer } from './json-tokens.js';
import { type SecondKeys, withSecond } from './second-keys.js';

/** How JSON of one kind holds messages: every string is one, but for those of some keys. */
export interface MessageJson {
  /** Whether the value of a key stays with all that is in it. */
  keeps(key: string): boolean;
  /** The key right in the file whose value names the language of the messages. */
  languageKey: string;
  languageTag(language: string): string;
  /** A translation as the programs read it. */
  written(text: string): string;
}

/** Traits of a file that is more than JSON. */
export interface JsonTraits {
  messages?: MessageJson;
  secondKey?: SecondKeys;
}

interface Container {
  close: string;
  state: KeyState;
  place: ValuePlace;
  /** The place of the next item; undefined for an object. */
  index?: number;
}

const maxDepth = 1000;
/** UTF-16 code units of white space that a second member repeats, at most. */
const maxGap = 256;
/** Lists of choices, and a choice, as they stand before or behind the value that is chosen at first. */
const choices = /"enum"\s*:\s*\[([^[\]]*)\]/g;
const choice = /"[^"\\]*"/g;
const literal = /^(?:true|false|null|[+-]?(?:Infinity|NaN|0x[\da-f]+|(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?))$/i;
const bareKey = /^[\p{L}_$](?:[\p{L}\p{N}_$-]|\u200c|\u200d)*$/u;

/**
 * Translates the string values of JSON, never its keys. Comments, trailing commas and what else JSON5 allows are
 * copied, and so are several values one after another on lines of their own (JSON Lines).
 */
export class JsonWalker implements TextWalker {
  private readonly tokenizer = new JsonTokenizer();
  private readonly judge = new ValueJudge();
  private readonly escapes: JsonEscapes;
  private readonly keys: KeySelection;
  private readonly open: Container[] = [];
  /** The token that may come next; `first` is a value or key where the container may end as well. */
  private expected: 'first' | 'next' | 'key' | 'colon' | 'value' | 'comma' | 'end' = 'value';
  private member: KeyState;
  private place: ValuePlace = {};
  /** The beginning of the file, until it is known whether it has messages. */
  private held: string | undefined = '';
  private copied = '';
  /** White space since the last token or comment. */
  private gap = '';
  /** The second member of the key that was read last, up to its value. */
  private second: string | undefined;

  /** @throws FormatError `invalid` for a path of `keys` that cannot be followed */
  constructor(
    private readonly context: WalkContext,
    keys: KeyRules,
    private readonly traits: JsonTraits = {},
  ) {
    this.escapes = new JsonEscapes(context.codec);
    this.keys = new KeySelection(keys);
    this.member = this.keys.root;
  }

  push(text: string): TextPiece[] {
    if (this.held === undefined) return this.take(this.tokenizer.push(text));
    this.held += text;
    return this.held.length < sampleLength ? [] : this.begin(this.held);
  }

  end(): TextPiece[] {
    const pieces = this.held === undefined ? [] : this.begin(this.held);
    addAll(pieces, this.take(this.tokenizer.end()));
    if (this.open.length > 0 || this.expected === 'value') throw invalid();
    return pieces;
  }

  summary(): DocumentSummary {
    return { skipped: this.judge.skipped };
  }

  private begin(text: string): TextPiece[] {
    this.held = undefined;
    for (const [, list = ''] of text.slice(0, sampleLength).matchAll(choices))
      for (const [string] of list.matchAll(choice)) this.judge.addChoice(decodeJson(string.slice(1, -1)));
    this.judge.takesWords = this.traits.messages !== undefined || hasMessages(text.slice(0, sampleLength));
    return this.take(this.tokenizer.push(text));
  }

  private take(tokens: readonly JsonToken[]): TextPiece[] {
    const pieces: TextPiece[] = [];
    for (const token of tokens) this.takeToken(token, pieces);
    if (this.copied !== '') pieces.push(this.copied);
    this.copied = '';
    return pieces;
  }

  private takeToken({ kind, raw }: JsonToken, pieces: TextPiece[]): void {
    if (kind === 'space' || kind === 'rest') {
      if (this.expected === 'end' && /[\n\r]/.test(raw)) this.expected = 'next';
      this.copied += raw;
      this.gap = raw.startsWith('/') ? '' : (this.gap + raw.slice(0, maxGap)).slice(0, maxGap);
      return;
    }
    const { gap } = this;
    this.gap = '';
    const container = this.open.at(-1);
    if (kind === 'close') this.close(raw);
    else if (kind === 'comma') {
      if (this.expected !== 'comma') throw invalid();
      this.expected = 'next';
    } else if (kind === 'colon') {
      if (this.expected !== 'colon') throw invalid();
      this.expected = 'value';
    } else if (container && container.index === undefined && this.expected !== 'value') this.takeKey(kind, raw, gap);
    else {
      this.beginValue(container);
      if (kind === 'string') {
        this.takeString(raw, pieces, container && container.index === undefined ? gap : undefined);
        return;
      }
      if (kind === 'open') this.beginContainer(raw);
      else if (kind === 'long') this.judge.leaveLong();
      else if (!literal.test(raw)) throw invalid();
    }
    this.copied += raw;
  }

  private takeKey(kind: JsonToken['kind'], raw: string, gap: string): void {
    if (this.expected !== 'first' && this.expected !== 'next') throw invalid();
    const isKey = kind === 'string' || kind === 'long' || (kind === 'word' && bareKey.test(raw));
    const container = this.open.at(-1);
    if (!isKey || !container) throw invalid();
    const key = kind === 'word' ? raw : decodeJson(raw.slice(1, -1));
    const { messages, secondKey } = this.traits;
    this.member = this.keys.below(container.state, key);
    if (messages?.keeps(key)) this.member = { ...this.member, exclude: { next: [], isNamed: true } };
    this.place = { key, parent: container.place.key };
    const second = secondKey?.({ kind, raw });
    this.second = second && `,${gap}${second}:`;
    this.expected = 'colon';
  }

  private beginValue(container: Container | undefined): void {
    if (this.expected === 'comma' || this.expected === 'colon' || this.expected === 'end') throw invalid();
    if (container?.index !== undefined) {
      this.member = this.keys.below(container.state, container.index);
      container.index += 1;
      this.place = container.place;
    } else if (!container) {
      this.member = this.keys.root;
      this.place = {};
    }
    this.expected = container ? 'comma' : 'end';
  }

  private beginContainer(raw: string): void {
    if (this.open.length === maxDepth)
      throw new FormatError('hostile', 'The values of the JSON file are nested too deep.');
    const list = raw === '[' && { index: 0 };
    this.open.push({ close: list ? ']' : '}', state: this.member, place: this.place, ...list });
    this.expected = 'first';
  }

  private close(raw: string): void {
    const mayEnd = this.expected === 'first' || this.expected === 'next' || this.expected === 'comma';
    if (!mayEnd || this.open.pop()?.close !== raw) throw invalid();
    this.expected = this.open.length > 0 ? 'comma' : 'end';
  }

  /** `gap`: what stands between its key and it; undefined where it has no key. */
  private takeString(raw: string, pieces: TextPiece[], gap?: string): void {
    this.escapes.see(raw);
    const { messages } = this.traits;
    const taken = this.keys.taken(this.member);
    const value = taken && jsonValue(raw.slice(1, -1));
    const isNamed = taken?.isNamed || messages !== undefined;
    if (!value || !this.judge.isTranslated(value.text, isNamed, this.place)) {
      this.copied += this.open.length === 1 && this.place.key === messages?.languageKey ? this.relabelled(raw) : raw;
      return;
    }
    const quote = raw.slice(0, 1);
    pieces.push(this.copied + quote);
    const write = this.escapes.writer(quote);
    const encode = messages ? (text: string) => write(messages.written(text)) : write;
    const syntax = { role: 'body' as const, decode: decodeJson, encode };
    const found = valuePieces(value, syntax);
    const isDoubled =
      this.second !== undefined && gap !== undefined && found.some((piece) => typeof piece !== 'string');
    for (const piece of isDoubled ? withSecond(found, quote, this.second + gap + raw) : found) pieces.push(piece);
    this.copied = isDoubled ? '' : quote;
  }

  /** A string that names the source language names that of the translation. */
  private relabelled(raw: string): string {
    const { languages } = this.context;
    const { messages } = this.traits;
    const tag = decodeJson(raw.slice(1, -1));
    const renamed = relabelled(tag, languages);
    return messages === undefined || renamed === tag
      ? raw
      : raw.slice(0, 1) + messages.languageTag(renamed) + raw.slice(-1);
  }
}

const invalid = (): FormatError => new FormatError('invalid', 'The file is not JSON.');
