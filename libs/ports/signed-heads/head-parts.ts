import { isLaterLog } from '#libs/domain/audit/log-name.js';
import { type KeptHead, partOf, parts, type SignedHeads } from './signed-heads.port.js';

/** A part as it is stored. */
export interface StoredPart {
  text: string;
  /** Tag of this version; another one has another. */
  tag: string | undefined;
}

/** Where the parts are. */
export interface PartStorage {
  /** @returns undefined where there is none */
  read(part: number): Promise<StoredPart | undefined>;
  /** Replaces the version that was read, as a whole, durable when it resolves. @returns false where there is another by now */
  replace(part: number, text: string, before: StoredPart | undefined): Promise<boolean>;
}

type Heads = Map<string, KeptHead>;

/** Another process that writes the same part is waited for so often. */
const maxReplacements = 20;

const parsed = ({ text }: StoredPart): Heads => {
  const { heads } = JSON.parse(text) as {
    heads: { [organizationId: string]: Omit<KeptHead, 'root'> & { root: string } };
  };
  return new Map(
    Object.entries(heads).map(([id, head]) => [
      id,
      { ...head, organizationId: id, root: Buffer.from(head.root, 'base64') },
    ]),
  );
};

const written = (heads: Heads): string => {
  const byId = [...heads].sort(([one], [other]) => (one < other ? -1 : 1));
  const fields = byId.map(([id, { origin, size, root, checkpoint }]) => [
    id,
    { origin, size, root: Buffer.from(root).toString('base64'), checkpoint },
  ]);
  return `${JSON.stringify({ heads: Object.fromEntries(fields) }, undefined, 1)}\n`;
};

const replaces = (head: KeptHead, kept: KeptHead | undefined): boolean =>
  kept === undefined || isLaterLog(head.origin, kept.origin) || (head.origin === kept.origin && head.size > kept.size);

/** Keeps heads in parts, so that one that grows does not have all of them written. */
export class HeadParts implements SignedHeads {
  constructor(private readonly storage: PartStorage) {}

  async find(organizationIds: readonly string[]): Promise<ReadonlyMap<string, KeptHead>> {
    const wanted = new Set(organizationIds);
    const read = await Promise.all(
      [...new Set(organizationIds.map(partOf))].map(async (part) => this.storage.read(part)),
    );
    const heads = read.flatMap((stored) => (stored === undefined ? [] : [...parsed(stored)]));
    return new Map(heads.filter(([id]) => wanted.has(id)));
  }

  async *all(): AsyncGenerator<readonly KeptHead[]> {
    for (let part = 0; part < parts; part += 1) {
      const stored = await this.storage.read(part);
      if (stored !== undefined) yield [...parsed(stored).values()];
    }
  }

  async keep(heads: readonly KeptHead[]): Promise<void> {
    const byPart = Map.groupBy(heads, ({ organizationId }) => partOf(organizationId));
    await Promise.all([...byPart].map(([part, some]) => this.keepIn(part, some)));
  }

  private async keepIn(part: number, heads: readonly KeptHead[]): Promise<void> {
    for (let replacements = 0; replacements < maxReplacements; replacements += 1) {
      const before = await this.storage.read(part);
      const kept: Heads = before === undefined ? new Map() : parsed(before);
      const newer = heads.filter((head) => replaces(head, kept.get(head.organizationId)));
      if (newer.length === 0) return;
      for (const head of newer) kept.set(head.organizationId, head);
      if (await this.storage.replace(part, written(kept), before)) return;
    }
    throw new Error('The copy of what was signed is replaced too often to be written');
  }
}
