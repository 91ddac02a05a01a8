import { jointPieces } from '../../text/joint-pieces.js';
import type { TextPiece, WalkContext } from '../../text/text-walker.js';
import { putAttribute, withAttribute } from '../../xml/xml-attributes.js';
import type { XmlEvent } from '../xml-events.js';
import {
  attributeNamed,
  isOfXliff,
  isTranslation,
  primaryLanguage,
  untranslatedStates,
  type XliffVersion,
} from './xliff.names.js';
import { XliffContent } from './xliff-content.js';

type OpenEvent = Extract<XmlEvent, { kind: 'open' }>;

export interface UnitTraits extends WalkContext {
  version: XliffVersion;
  isSpaceKept: boolean;
  /** Whether the targets of the file are in another language than the one that is asked for. */
  isInOtherLanguage: boolean;
}

/** An element right in a unit: its tag, the place of that and of its end among the events of the unit. */
interface Child {
  open: OpenEvent;
  from: number;
  to: number;
}

const rawOf = (events: readonly XmlEvent[]): string => events.map(({ raw }) => raw).join('');

const childrenOf = (events: readonly XmlEvent[]): Map<string, Child> => {
  const children = new Map<string, Child>();
  let depth = 0;
  let last: { open: OpenEvent; from: number } | undefined;
  for (const [at, event] of events.entries()) {
    if (event.kind === 'open') {
      depth += 1;
      if (depth === 2) last = { open: event, from: at };
    } else if (event.kind === 'close') {
      if (depth === 2 && last && isOfXliff(last.open.uri) && !children.has(last.open.local))
        children.set(last.open.local, { ...last, to: at });
      depth -= 1;
    }
  }
  return children;
};

/** The pieces of a unit, from its start tag to its end tag: its source, and the target that a translation becomes. */
export const piecesOfUnit = (events: readonly XmlEvent[], traits: UnitTraits): TextPiece[] => {
  const unit = events[0];
  const children = childrenOf(events);
  const source = children.get('seg-source') ?? children.get('source');
  const target = children.get('target');
  const isKept = unit?.kind !== 'open' || !source || (target && isTranslated(events, { unit, source, target }, traits));
  if (isKept) return [rawOf(events)];
  const space = attributeNamed(source.open.attributes, 'xml:space');
  const isSpaceKept = space === undefined ? traits.isSpaceKept : space === 'preserve';
  const pieces = new XliffContent(traits.codec, isSpaceKept).piecesOf(events.slice(source.from + 1, source.to));
  return jointPieces({
    texts: [pieces],
    raw: rawOf(events),
    written: ([content = '']) => withTarget(events, { unit, source, target }, content, traits),
    isAlwaysWritten: isTranslation(traits),
  });
};

interface Unit {
  unit: OpenEvent;
  source: Child;
  target: Child | undefined;
}

/** Whether a target holds a translation to the language that is asked for, which stays. */
const isTranslated = (
  events: readonly XmlEvent[],
  { unit, source, target }: Unit & { target: Child },
  { version, isInOtherLanguage }: UnitTraits,
): boolean => {
  const content = (child: Child): string => rawOf(events.slice(child.from + 1, child.to)).trim();
  if (content(target) === '' || isInOtherLanguage) return false;
  const state = attributeNamed((version.isSecond ? unit : target.open).attributes, 'state');
  if (state !== undefined) return !untranslatedStates.has(state);
  return attributeNamed(unit.attributes, 'approved') === 'yes' || content(target) !== content(source);
};

/** The unit with a content of its target. */
const withTarget = (
  events: readonly XmlEvent[],
  { unit, source, target }: Unit,
  content: string,
  traits: UnitTraits,
): string => {
  const from = target?.from ?? source.to + 1;
  const to = target ? target.to + 1 : from;
  const tag = target ? withLanguage(target.open, traits) : newTag(source);
  const begun = traits.version.isSecond ? openTag(tag) : openTag(withState(tag, target?.open, traits.version));
  const name = /^<([^\s/>]+)/.exec(begun)?.[1] ?? 'target';
  const before = events[source.from - 1];
  const indent =
    !target && before?.kind === 'text' && before.raw.trim() === '' && before.raw.includes('\n') ? before.raw : '';
  return (
    translatedTag(unit, traits.version) +
    rawOf(events.slice(1, from)) +
    `${indent}${begun}${content}</${name}>` +
    rawOf(events.slice(to))
  );
};

const newTag = ({ open: { raw, attributes } }: Child): string => {
  const name = /^<([^\s/>]+)/.exec(raw)?.[1]?.replace(/(?:seg-)?source$/, 'target') ?? 'target';
  const space = attributeNamed(attributes, 'xml:space');
  return space === undefined ? `<${name}>` : `<${name} xml:space="${space}">`;
};

const openTag = (tag: string): string => (tag.endsWith('/>') ? `${tag.slice(0, -2).trimEnd()}>` : tag);

const withLanguage = ({ raw, attributes }: OpenEvent, { languages }: UnitTraits): string => {
  const language = attributeNamed(attributes, 'xml:lang');
  if (!languages || language === undefined) return raw;
  return primaryLanguage(language) === primaryLanguage(languages.target)
    ? raw
    : withAttribute(raw, 'xml:lang', languages.target);
};

/** A target of XLIFF 1 says that a machine has made it, and that nobody has read it. */
const withState = (tag: string, open: OpenEvent | undefined, { hasQualifiers }: XliffVersion): string => {
  const attributes = open?.attributes ?? [];
  const stated = putAttribute(tag, attributes, 'state', 'needs-review-translation');
  return hasQualifiers ? putAttribute(stated, attributes, 'state-qualifier', 'mt-suggestion') : stated;
};

/** The tag of a unit with a new target. A further state (`subState`) was of the state before. */
const translatedTag = ({ raw, attributes }: OpenEvent, { isSecond }: XliffVersion): string => {
  if (!isSecond) return attributeNamed(attributes, 'approved') === 'yes' ? withAttribute(raw, 'approved', 'no') : raw;
  const stated = putAttribute(raw, attributes, 'state', 'translated');
  return stated.replace(/\ssubState\s*=\s*(?:"[^"]*"|'[^']*')/, '');
};
