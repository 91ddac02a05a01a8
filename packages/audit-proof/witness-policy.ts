import { equalBytes } from './bytes.js';
import { parseVerifierKey, signatureType, type VerifierKey } from './verifier-key.js';

export interface PolicyWitness {
  /** Name in the policy alone. */
  name: string;
  key: VerifierKey;
  /** Where it takes checkpoints; undefined where the policy does not say. */
  url: string | undefined;
}

/** Whom one relies on (C2SP tlog-policy). */
export interface WitnessPolicy {
  logs: VerifierKey[];
  witnesses: PolicyWitness[];
  /** Whether these witnesses, by their names in the policy, are enough. */
  isQuorum(names: ReadonlySet<string>): boolean;
}

type Enough = (names: ReadonlySet<string>) => boolean;

/** More lines than this are nobody's policy. */
const maxLines = 1_000;

const thresholdOf = (text: string, members: number): number => {
  if (text === 'any') return 1;
  if (text === 'all') return members;
  return /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 0;
};

/** Reads the lines of a policy one after the other. */
class PolicyReader {
  readonly logs: VerifierKey[] = [];
  readonly witnesses: PolicyWitness[] = [];
  quorum: Enough | undefined;
  private readonly defined = new Map<string, Enough>();
  private readonly members = new Set<string>();

  take([kind, ...items]: readonly string[]): void {
    if (kind === 'log') this.takeLog(items);
    else if (kind === 'witness') this.takeWitness(items);
    else if (kind === 'group') this.takeGroup(items);
    else if (kind === 'quorum') this.takeQuorum(items);
    else throw new RangeError(`nobody knows what ${kind} means`);
  }

  private takeLog([encoded = '', , ...rest]: readonly string[]): void {
    const key = parseVerifierKey(encoded);
    if (rest.length > 0 || key.type !== signatureType.ed25519) throw new RangeError('this is no log');
    if (this.logs.some(({ publicKey }) => equalBytes(publicKey, key.publicKey)))
      throw new RangeError('the log is there twice');
    this.logs.push(key);
  }

  private takeWitness([name = '', encoded = '', url, ...rest]: readonly string[]): void {
    const key = parseVerifierKey(encoded);
    if (rest.length > 0 || key.type !== signatureType.cosignature) throw new RangeError('this is no witness');
    if (url !== undefined && !(URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)))
      throw new RangeError('the URL of a witness begins with https:// or http://');
    if (this.witnesses.some((other) => equalBytes(other.key.publicKey, key.publicKey)))
      throw new RangeError('the witness is there twice');
    this.define(name, (names) => names.has(name));
    this.witnesses.push({ name, key, url });
  }

  private takeGroup([name = '', threshold = '', ...members]: readonly string[]): void {
    const needed = thresholdOf(threshold, members.length);
    if (needed < 1 || needed > members.length) throw new RangeError('the group needs other than it has');
    const enough = members.map((member) => this.member(member));
    this.define(name, (names) => enough.filter((isEnough) => isEnough(names)).length >= needed);
  }

  private takeQuorum([name = '', ...rest]: readonly string[]): void {
    const enough = name === 'none' ? () => true : this.defined.get(name);
    if (this.quorum !== undefined || rest.length > 0 || name === '') throw new RangeError('this is no quorum');
    if (enough === undefined) throw new RangeError(`${name} is no witness or group before it`);
    this.quorum = enough;
  }

  private member(name: string): Enough {
    const enough = this.defined.get(name);
    if (enough === undefined || this.members.has(name))
      throw new RangeError(`${name} is no witness or group before it`);
    this.members.add(name);
    return enough;
  }

  private define(name: string, enough: Enough): void {
    if (name === '' || name === 'none' || this.defined.has(name)) throw new RangeError(`${name} cannot be a name here`);
    this.defined.set(name, enough);
  }
}

/** @throws RangeError with the number of the line that is wrong */
export const parsePolicy = (text: string): WitnessPolicy => {
  const lines = text.split('\n');
  if (lines.length > maxLines) throw new RangeError(`A policy has at most ${maxLines} lines`);
  const reader = new PolicyReader();
  for (const [at, line] of lines.entries()) {
    const items = line.split(/[ \t]+/).filter((item) => item !== '');
    if (items.length === 0 || items[0]?.startsWith('#')) continue;
    try {
      reader.take(items);
    } catch (error) {
      throw new RangeError(`Line ${at + 1} of the policy: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const { logs, witnesses, quorum } = reader;
  if (quorum === undefined) throw new RangeError('The policy has no quorum');
  return { logs, witnesses, isQuorum: quorum };
};
