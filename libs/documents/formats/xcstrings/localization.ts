import { formsOf, pluralTexts } from '../plurals/plural-texts.js';
import type { WrittenJson } from './json-layout.js';

type JsonObject = { [key: string]: WrittenJson };

/** A localization that is made of the one in the source language. */
export interface NewLocalization {
  /** The texts to be translated. */
  texts: readonly string[];
  /** The localization with their translations, in the same order. */
  written(translations: readonly string[]): WrittenJson;
}

/** The state of a text that a machine has written and nobody has read. */
const unread = 'needs_review';
/** Levels of variations within variations. */
const maxDepth = 8;

export const asObject = (value: WrittenJson | undefined): JsonObject | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;

const textOf = (node: WrittenJson | undefined): string | undefined => {
  const value = asObject(asObject(node)?.stringUnit)?.value;
  return typeof value === 'string' ? value : undefined;
};

/** Whether all texts of a localization are there and are not said to be new. */
export const isLocalized = (localization: WrittenJson | undefined): boolean => {
  let count = 0;
  const isDone = (value: WrittenJson | undefined, depth: number): boolean => {
    const node = asObject(value);
    if (node === undefined || depth > maxDepth * 4) return true;
    const { state, value: text, values } = node;
    if (typeof text === 'string' || Array.isArray(values)) {
      count += 1;
      if (state === 'new' || text === '') return false;
    }
    return Object.values(node).every((child) => isDone(child, depth + 1));
  };
  return isDone(localization, 0) && count > 0;
};

/** The localization of a text that stands for itself. */
export const unitOf = (text: string): JsonObject => ({ stringUnit: { state: 'new', value: text } });

type Writer = (translations: readonly string[]) => WrittenJson;

class LocalizationPlan {
  readonly texts: string[] = [];

  constructor(private readonly categories: ReadonlyMap<string, readonly number[]>) {}

  /** The writer of a node, such as one for a device; undefined where that is no object. */
  node(value: WrittenJson | undefined, depth = 0): Writer | undefined {
    const node = asObject(value);
    if (node === undefined || depth > maxDepth) return undefined;
    const members = Object.entries(node).map(([key, child]): [string, Writer] => [key, this.member(key, child, depth)]);
    return (translations) => Object.fromEntries(members.map(([key, write]) => [key, write(translations)]));
  }

  private member(key: string, child: WrittenJson, depth: number): Writer {
    const object = asObject(child);
    const asIs: Writer = () => child;
    if (object === undefined) return asIs;
    if (key === 'stringUnit') return this.unit(object);
    if (key === 'stringSet') return this.set(object);
    if (key === 'variations') return this.variations(object, depth);
    return (key === 'substitutions' ? this.each(object, depth) : undefined) ?? asIs;
  }

  private each(nodes: JsonObject, depth: number): Writer {
    const members = Object.entries(nodes).map(([key, node]): [string, Writer] => [
      key,
      this.node(node, depth + 1) ?? (() => node),
    ]);
    return (translations) => Object.fromEntries(members.map(([key, write]) => [key, write(translations)]));
  }

  private unit({ value }: JsonObject): Writer {
    const place = this.place(typeof value === 'string' ? value : '');
    return (translations) => ({ state: unread, value: translations[place] ?? '' });
  }

  private set({ values }: JsonObject): Writer {
    const places = (Array.isArray(values) ? values : []).map((text: WrittenJson) =>
      this.place(typeof text === 'string' ? text : ''),
    );
    return (translations) => ({ state: unread, values: places.map((place) => translations[place] ?? '') });
  }

  private variations(kinds: JsonObject, depth: number): Writer {
    const members = Object.entries(kinds).map(([kind, nodes]): [string, Writer] => {
      const object = asObject(nodes);
      if (object === undefined) return [kind, () => nodes];
      return [kind, kind === 'plural' ? this.plural(object) : this.each(object, depth)];
    });
    return (translations) => Object.fromEntries(members.map(([key, write]) => [key, write(translations)]));
  }

  /** A text for each category of the language. `zero` is one in every language, where the source has it. */
  private plural(nodes: JsonObject): Writer {
    const other =
      textOf(nodes.other) ??
      Object.values(nodes)
        .map(textOf)
        .find((text) => text !== undefined) ??
      '';
    const categories = new Map(this.categories);
    if (!categories.has('other')) categories.set('other', []);
    const plural = pluralTexts(textOf(nodes.one) ?? other, other, [...categories.values()]);
    const places = plural.texts.map(({ text }) => this.place(text));
    const zero = textOf(nodes.zero);
    const placeOfZero = zero === undefined ? undefined : this.place(zero);
    return (translations) => {
      const forms = formsOf(
        plural,
        places.map((place) => translations[place] ?? ''),
      );
      const texts = new Map([...categories.keys()].map((category, form) => [category, forms[form] ?? '']));
      if (placeOfZero !== undefined) texts.set('zero', translations[placeOfZero] ?? '');
      const sorted = [...texts].sort(([first], [second]) => (first < second ? -1 : 1));
      return Object.fromEntries(
        sorted.map(([category, value]) => [category, { stringUnit: { state: unread, value } }]),
      );
    };
  }

  private place(text: string): number {
    return this.texts.push(text) - 1;
  }
}

/**
 * The localization to be made of one in the source language; undefined where that has no text.
 * @param categories the plural categories of the target language, each with its numbers up to 1,000
 */
export const newLocalization = (
  source: WrittenJson,
  categories: ReadonlyMap<string, readonly number[]>,
): NewLocalization | undefined => {
  const plan = new LocalizationPlan(categories);
  const written = plan.node(source);
  return written === undefined || plan.texts.length === 0 ? undefined : { texts: plan.texts, written };
};
