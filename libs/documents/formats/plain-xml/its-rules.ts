import { SaxesParser } from 'saxes';
import { FormatError } from '../format.errors.js';
import type { XmlAttribute } from '../xml/xml-tokens.js';

export const itsNamespace = 'http://www.w3.org/2005/11/its';

/** A step of a selector. */
interface Step {
  /** Undefined for any element. */
  local: string | undefined;
  uri: string | undefined;
  anywhere: boolean;
  attribute: { name: string; value: string | undefined } | undefined;
}

interface Rule {
  steps: Step[];
  /** The name of the attribute that the rule is about; undefined for an element. */
  attribute: string | undefined;
  translate: boolean | undefined;
  withinText: 'yes' | 'no' | 'nested' | undefined;
}

/** Statements of an element about itself, or of rules about it; undefined where there are none. */
export interface Statement {
  translate: boolean | undefined;
  withinText: 'yes' | 'no' | 'nested' | undefined;
  /** Names of its attributes that are to be translated. */
  attributes: ReadonlySet<string>;
}

const limits = { rules: 200, steps: 32, length: 500 };
const step =
  /(\/\/|\/)(?:(?:(?<prefix>[\w.-]+):)?(?<local>[\p{L}_][\p{L}\p{N}_.-]*)|\*)(?:\[@(?<name>[\w.:-]+)(?:\s?=\s?(?:'(?<single>[^']*)'|"(?<double>[^"]*)"))?\])?/uy;
const attributeStep = /(?:\/)@([\w.:-]+)$/;

const refused = (): FormatError =>
  new FormatError(
    'invalid',
    'A selector of the ITS rules is not of the kind that can be used: paths of names with /, //, *, [@name], [@name="value"] and a last @name.',
  );

const stepsOf = (
  selector: string,
  prefixes: ReadonlyMap<string, string>,
): { steps: Step[]; attribute: string | undefined } => {
  const attribute = attributeStep.exec(selector)?.[1];
  const path = attribute === undefined ? selector : selector.slice(0, -attribute.length - 2);
  const full = path.endsWith('/') || path === '' ? `${path}/*` : path;
  const text = full.startsWith('/') ? full : `//${full}`;
  const steps: Step[] = [];
  if (text.length > limits.length) throw refused();
  for (let at = 0; at < text.length; at = step.lastIndex) {
    step.lastIndex = at;
    const found = step.exec(text);
    if (!found || steps.length === limits.steps) throw refused();
    const { prefix, local, name, single, double } = found.groups ?? {};
    const uri = prefix === undefined ? undefined : prefixes.get(prefix);
    if (prefix !== undefined && uri === undefined) throw refused();
    const condition = name === undefined ? undefined : { name, value: single ?? double };
    steps.push({ local, uri, anywhere: found[1] === '//', attribute: condition });
  }
  return { steps, attribute };
};

/** The name and attributes of an element, which selectors match. */
export interface XmlElementName {
  local: string;
  uri: string;
  attributes: readonly XmlAttribute[];
}

/** How far the selectors have been followed down to an element: the next steps, by rule. */
export type RuleState = readonly (readonly number[])[];

/** The global rules of ITS 2.0 that hold for a document: `translateRule` and `withinTextRule`. */
export class ItsRules {
  private readonly rules: Rule[] = [];

  /** @throws FormatError `invalid` for rules that are no XML or none of ITS, or that have a selector that cannot be followed */
  addAll(xml: string): void {
    const parser = new SaxesParser({ xmlns: true });
    const prefixes = new Map<string, string>();
    let isOfIts = false;
    parser.on('error', () => {
      throw new FormatError('invalid', 'The ITS rules are not well-formed XML.');
    });
    parser.on('opentag', ({ local, uri, attributes, ns }) => {
      for (const [prefix, name] of Object.entries(ns ?? {})) prefixes.set(prefix, name);
      if (uri !== itsNamespace) return;
      isOfIts = true;
      this.add(local, Object.values(attributes), prefixes);
    });
    parser.write(xml).close();
    if (!isOfIts) throw new FormatError('invalid', `The ITS rules have no element of the namespace ${itsNamespace}.`);
  }

  /** Adds rules that all others go before. The state of every element has to be found anew. */
  addBelow(rules: ItsRules): void {
    this.rules.unshift(...rules.rules);
  }

  /**
   * Adds the rules of an element; whether there are any. Then the state of every element has to be found anew.
   * @throws FormatError `invalid` for a selector that cannot be followed
   */
  add(local: string, attributes: readonly XmlAttribute[], prefixes: ReadonlyMap<string, string>): boolean {
    const attributeOf = (name: string): string | undefined => attributes.find((one) => one.name === name)?.value;
    const isTranslate = local === 'translateRule';
    if (!isTranslate && local !== 'withinTextRule') return false;
    const selectors = attributeOf('selector')?.split('|') ?? [];
    const within = attributeOf('withinText');
    for (const selector of selectors) {
      if (this.rules.length === limits.rules) throw new FormatError('hostile', 'There are more than 200 ITS rules.');
      this.rules.push({
        ...stepsOf(selector.trim(), prefixes),
        translate: isTranslate ? attributeOf('translate') === 'yes' : undefined,
        withinText: !isTranslate && (within === 'yes' || within === 'no' || within === 'nested') ? within : undefined,
      });
    }
    return selectors.length > 0;
  }

  /** The state of an element in one, and what the rules say of it: the last that holds counts. */
  enter(above: RuleState | undefined, element: XmlElementName): { state: RuleState; stated: Statement } {
    const attributes = new Set<string>();
    const values = valuesOf(element);
    const stated: Statement = { translate: undefined, withinText: undefined, attributes };
    const state = this.rules.map(({ steps, attribute, translate, withinText }, rule) => {
      const next = new Set<number>();
      for (const at of above === undefined ? [0] : (above[rule] ?? [])) {
        const wanted = steps[at];
        if (wanted?.anywhere) next.add(at);
        if (wanted && matches(wanted, element, values)) next.add(at + 1);
      }
      if (!next.delete(steps.length)) return [...next];
      if (attribute === undefined) {
        stated.translate = translate ?? stated.translate;
        stated.withinText = withinText ?? stated.withinText;
      } else if (translate === true) attributes.add(attribute);
      else attributes.delete(attribute);
      return [...next];
    });
    return { state, stated };
  }
}

/** The value of an attribute by its name; they are looked through once for all rules. */
const valuesOf = ({ attributes }: XmlElementName): ((name: string) => string | undefined) => {
  let values: Map<string, string> | undefined;
  return (name) => {
    values ??= new Map(attributes.map((attribute) => [attribute.name, attribute.value]));
    return values.get(name);
  };
};

const matches = (
  { local, uri, attribute }: Step,
  element: XmlElementName,
  valueNamed: (name: string) => string | undefined,
): boolean => {
  if (local !== undefined && local !== element.local) return false;
  if (uri !== undefined && uri !== element.uri) return false;
  if (attribute === undefined) return true;
  const value = valueNamed(attribute.name);
  return value !== undefined && (attribute.value === undefined || attribute.value === value);
};
