import { decodeXML } from 'entities';
import type { DocumentSummary, FormatOptions } from '../format.port.js';
import { encodeAttribute } from '../html/html.encoding.js';
import { cutPoint, cutWindow } from '../text/sentence-cut.js';
import type { TextPiece, TextWalker, WalkContext } from '../text/text-walker.js';
import { isWording } from '../values/translatable-value.js';
import { withAttribute } from '../xml/xml-attributes.js';
import { isAndroidText } from './android-escapes.js';
import { characterDataPieces } from './character-data.js';
import { ItsRules, itsNamespace } from './its-rules.js';
import { isOfDesign, resourceHeader, resourceRules } from './resource-file.js';
import type { SourceComment } from './source-comment.js';
import { StatedTexts } from './stated-texts.js';
import { xliffVersionOf } from './xliff/xliff.names.js';
import { XliffUnits } from './xliff/xliff-units.js';
import { type XmlEvent, XmlEvents } from './xml-events.js';
import type { Frame } from './xml-frame.js';
import { XmlFrames } from './xml-frames.js';
import { hasEntities, itemsOfText } from './xml-runs.js';
import {
  isDrawing,
  isHtmlOfFeed,
  isInAnotherLanguage,
  isOfPrograms,
  languageAttributes,
  statementOf,
} from './xml-statements.js';
import { escapedHtmlPieces } from './xml-value.js';

type OpenEvent = Extract<XmlEvent, { kind: 'open' }>;

/** Where white space is kept, each line is a segment, unless tags go over them. */
const isOfTags = ({ isSpaceKept }: Frame, raw: string): boolean => !isSpaceKept || /&lt;\/?[a-z!]/i.test(raw);

/**
 * Translates the text of XML, and of its attributes those that rules name. Document types, comments, entities and
 * elements of code are copied.
 */
export class XmlWalker implements TextWalker {
  private readonly events = new XmlEvents();
  private frames: XmlFrames;
  /** The open elements around notes and index entries that stand within a sentence and are none of its words. */
  private readonly outer: XmlFrames[] = [];
  private readonly rules = new ItsRules();
  private readonly left = new StatedTexts();
  private isResourceFile = false;
  private root: string | undefined;
  /** Takes all from the root on, where that is of XLIFF. */
  private xliff: XliffUnits | undefined;
  private readonly prefixes = new Map<string, string>();

  /** @throws FormatError `invalid` for rules that cannot be followed */
  constructor(
    private readonly context: WalkContext,
    private readonly options: Pick<FormatOptions, 'itsRules' | 'targetLanguage'>,
    private readonly comment?: SourceComment,
  ) {
    this.frames = new XmlFrames(context.codec, comment);
    if (options.itsRules !== undefined) this.rules.addAll(options.itsRules);
  }

  push(text: string): TextPiece[] {
    return this.take(this.events.push(text));
  }

  end(): TextPiece[] {
    return this.take(this.events.end());
  }

  summary(): DocumentSummary {
    return this.left.summary;
  }

  private take(events: readonly XmlEvent[]): TextPiece[] {
    for (const event of events) {
      if (this.root === undefined && event.kind === 'open') this.begin(event);
      if (this.xliff) this.frames.push(this.xliff.take(event));
      else if (event.kind === 'open') this.open(event);
      else if (event.kind === 'close') this.close(event.raw);
      else if (event.kind === 'text') this.text(event.raw);
      else if (event.kind === 'cdata') this.characterData(event.raw);
      else this.frames.copy(event.raw);
    }
    return (this.outer[0] ?? this.frames).takePieces();
  }

  private begin({ local, uri, attributes }: OpenEvent): void {
    this.root = local;
    if (local === 'plist') this.frames.listKey = '';
    const version = xliffVersionOf(local, uri, attributes);
    if (version) this.xliff = new XliffUnits(this.context, version, this.options.targetLanguage, this.left);
  }

  /** Ends an element; what stood within a sentence is one tag of it, with segments of its own. */
  private close(raw: string): void {
    this.frames.close(raw);
    if (this.frames.current !== undefined || this.outer.length === 0) return;
    const pieces = this.frames.takePieces();
    this.frames = this.outer.pop() ?? this.frames;
    const source = pieces.map((piece) => (typeof piece === 'string' ? piece : piece.source)).join('');
    this.frames.addToRun({ kind: 'single', raw: source, pieces });
  }

  private open(event: OpenEvent): void {
    const { local, uri, attributes } = event;
    for (const { name, value } of attributes) {
      if (name.startsWith('xmlns:')) this.prefixes.set(name.slice(6), value);
    }
    if (uri === itsNamespace && this.rules.add(local, attributes, this.prefixes)) {
      for (const frames of [...this.outer, this.frames]) frames.followAgain(this.rules);
    }
    if (local === resourceHeader && !this.isResourceFile) {
      this.isResourceFile = true;
      this.rules.addBelow(resourceRules());
      for (const frames of [...this.outer, this.frames]) frames.followAgain(this.rules);
    }
    const parent = this.frames.current;
    const { state: rules, stated: ruled } = this.rules.enter(parent?.rules, event);
    const stated = statementOf(local, attributes, ruled);
    const isDesign = this.isResourceFile && isOfDesign(local, attributes.find(({ name }) => name === 'name')?.value);
    const drawing = isDrawing(this.root, local) ?? isOfPrograms(this.root, event);
    const isForeign = parent !== undefined && isInAnotherLanguage(parent, local, attributes);
    const isTranslated = !isDesign && (drawing ?? stated.translate ?? (!isForeign && parent?.state !== 'opaque'));
    // Rules for files of .NET are of the service, and not of the file.
    if (!isTranslated && parent?.state !== 'opaque')
      this.left.enter((stated.isStated || isForeign) && !this.isResourceFile);
    const space = attributes.find(({ name }) => name === 'xml:space')?.value;
    const isInText = parent?.state === 'run' || parent?.state === 'inline';
    const standsAlone = stated.withinText === 'no' || stated.withinText === 'nested';
    if (isTranslated && isInText && stated.withinText === 'nested') {
      this.outer.push(this.frames);
      this.frames = new XmlFrames(this.context.codec, this.comment);
    } else if (isTranslated && (parent?.state === 'opaque' || (isInText && standsAlone))) this.frames.settle();
    if (isTranslated && stated.withinText === 'yes' && parent && !isInText) this.frames.addToRun();
    const isInline =
      isTranslated && !standsAlone && (isInText || (stated.withinText === 'yes' && parent !== undefined));
    const frame: Frame = {
      name: local,
      raw: this.startTag(event),
      state: !isTranslated ? 'opaque' : isInline ? 'inline' : 'undecided',
      isWritten: false,
      standsAlone,
      held: [],
      heldLength: 0,
      role: /^title$/i.test(local) ? 'title' : 'body',
      isSpaceKept: space === undefined ? (parent?.isSpaceKept ?? false) : space === 'preserve',
      isEscaped: parent?.isEscaped === true || isAndroidText(this.root ?? '', local, attributes),
      listKey: this.frames.listKey,
      element: event,
      rules,
    };
    const pieces = isTranslated ? this.attributePieces(frame.raw, event, stated.attributes) : undefined;
    if (!pieces) {
      this.frames.open(frame);
      return;
    }
    this.frames.settle();
    this.frames.push(pieces);
    this.frames.open({ ...frame, raw: '', isWritten: true, state: isInline ? 'inline' : 'undecided' });
  }

  private startTag({ raw, attributes }: OpenEvent): string {
    const { languages } = this.context;
    if (!languages) return raw;
    const names = languageAttributes(attributes, languages);
    return names.reduce((tag, name) => withAttribute(tag, name, languages.target), raw);
  }

  /** A start tag with its attributes that are to be translated; undefined where it has none. */
  private attributePieces(raw: string, { attributes }: OpenEvent, names: ReadonlySet<string>): TextPiece[] | undefined {
    if (names.size === 0) return undefined;
    const values = new Map(attributes.map(({ name, value }) => [name, value]));
    const pieces: TextPiece[] = [];
    let from = 0;
    for (const { 0: all, 1: before = '', 2: name = '', 3: quoted = '', index } of raw.matchAll(
      /(\s([^\s=<>"'/]+)\s*=\s*)("[^"]*"|'[^']*')/g,
    )) {
      if (!names.has(name) || !isWording(values.get(name) ?? '', true)) continue;
      const quote = quoted.slice(0, 1);
      const start = index + before.length + 1;
      pieces.push(raw.slice(from, start), {
        role: 'body',
        parts: [{ kind: 'text', text: decodeXML(quoted.slice(1, -1)).trim().toWellFormed() }],
        source: quoted.slice(1, -1),
        render: (translation) =>
          encodeAttribute(translation.map((part) => ('text' in part ? part.text : '')).join(''), this.context.codec),
      });
      from = index + all.length - quote.length;
    }
    return pieces.length === 0 ? undefined : [...pieces, raw.slice(from)];
  }

  private text(raw: string): void {
    const { frames } = this;
    const frame = frames.current;
    const isInRun = frame?.state === 'run' || frame?.state === 'inline';
    if (frame?.state === 'opaque') this.left.read(raw);
    if (frame?.name === 'key' && frames.listKey !== undefined) frames.listKey = raw.trim();
    if (!frame || frame.state === 'opaque' || (!isInRun && isBetween(raw))) {
      frames.copy(raw);
      if (frames.hasUnits && /[\r\n]/.test(raw)) frames.settle();
    } else if (frame.state === 'undecided' && this.holdsHtml(frame) && !hasEntities(raw) && isOfTags(frame, raw)) {
      frames.addText(escapedHtmlPieces(raw, this.context.codec));
    } else if (frame.isSpaceKept) {
      for (const line of raw.split(/(?<=\r\n|\r(?!\n)|\n)/)) {
        frames.addToRun(...itemsOfText(line, frame.isEscaped));
        if (/[\r\n]$/.test(line)) frames.settle();
      }
    } else this.addText(raw);
  }

  /** Whether the text of an element is HTML by the rules of its vocabulary, with references in the place of brackets. */
  private holdsHtml({ name }: Frame): boolean {
    return this.isResourceFile ? name === 'value' : isHtmlOfFeed(this.root, name);
  }

  private addText(raw: string): void {
    const { frames } = this;
    const isEscaped = frames.current?.isEscaped ?? false;
    const goesOn =
      /^\s*\p{Ll}/u.test(raw.slice(0, 200)) && !/[.!?:;…。！？]["'”’»)\]]?\s?$/u.test(frames.runText.slice(-8));
    if (frames.endsInBreak && !goesOn && /\S/.test(raw)) frames.settle();
    let rest = raw;
    let before = frames.runText;
    while (before.length + rest.length > cutWindow) {
      const text = before + rest.slice(0, cutWindow);
      const cut = Math.max(0, outsideOfReference(text, cutPoint(text)) - before.length);
      frames.addToRun(...itemsOfText(rest.slice(0, cut), isEscaped));
      frames.settle();
      rest = rest.slice(cut);
      before = '';
    }
    frames.addToRun(...itemsOfText(rest, isEscaped));
  }

  /** A section of character data is a text of its own; what HTML is in it are tags. */
  private characterData(raw: string): void {
    const { frames } = this;
    if (!frames.current || frames.current.state === 'opaque') {
      if (frames.current) this.left.read(raw.slice('<![CDATA['.length));
      frames.copy(raw);
      return;
    }
    frames.addText(characterDataPieces(raw, this.context.codec, frames.current.isEscaped));
  }
}

/** Whether a text is the space between elements, in which entities of the document type may stand on lines of their own. */
const isBetween = (raw: string): boolean =>
  /^\s*$/.test(raw) ||
  (/[\r\n]/.test(raw) && itemsOfText(raw).every((item) => item.kind === 'single' || item.raw.trim() === ''));

/** A place before the reference that a cut would go through. */
const outsideOfReference = (text: string, cut: number): number => {
  const start = text.lastIndexOf('&', cut - 1);
  const end = start === -1 ? -1 : text.indexOf(';', start);
  return start > 0 && cut - start < 100 && end >= cut ? start : cut;
};
