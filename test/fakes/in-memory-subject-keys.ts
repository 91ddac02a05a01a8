import { createHash, randomBytes } from 'node:crypto';
import type { JsonObject } from '#libs/domain/json.js';
import { commitTo } from '#libs/ports/key-vault/subjects/commitment.js';
import type {
  PersonalLayer,
  SealedData,
  SealedPersonalData,
  SubjectKeys,
  SubjectType,
} from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { SubjectErasedError } from '#libs/ports/key-vault/subjects/subject-keys.port.js';

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Seals to a reference that says nothing of the data, so that any leak in clear is seen. */
export class InMemorySubjectKeys implements SubjectKeys {
  private readonly subjects = new Map<string, string>();
  private made = 0;
  /** How often the store was purged. */
  purges = 0;
  private readonly sealed = new Map<string, { subject: string; data: JsonObject }>();

  async subjectFor(organizationId: string, id: string, type: SubjectType = 'user'): Promise<string> {
    const known = await this.find(organizationId, id, type);
    if (known !== undefined) return known;
    const name = `${type}/${organizationId}/${id}`;
    const subject = `sub_${digest(`${name}/${this.made}`).slice(0, 26).toUpperCase()}`;
    this.made += 1;
    this.subjects.set(name, subject);
    return subject;
  }

  async find(organizationId: string, id: string, type: SubjectType = 'user'): Promise<string | undefined> {
    return this.subjects.get(`${type}/${organizationId}/${id}`);
  }

  async findMany(organizationId: string, ids: readonly string[]): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    for (const id of ids) {
      const subject = await this.find(organizationId, id);
      if (subject !== undefined) found.set(id, subject);
    }
    return found;
  }

  async seal(subject: string, data: JsonObject): Promise<string> {
    if (![...this.subjects.values()].includes(subject)) throw new SubjectErasedError();
    const sealed = `sealed-${digest(`${subject}${JSON.stringify(data)}`)}`;
    this.sealed.set(sealed, { subject, data: structuredClone(data) });
    return sealed;
  }

  async sealPersonal(layers: readonly PersonalLayer[]): Promise<SealedPersonalData> {
    const all: SealedPersonalData = { sealed: '', commitments: {} };
    for (const [depth, { subject, values }] of layers.toReversed().entries()) {
      const { salts, commitments } = commitTo(values, randomBytes);
      Object.assign(all.commitments, commitments);
      const layer: JsonObject = { ...values, salts };
      if (depth > 0) layer.inner = all.sealed;
      all.sealed = await this.seal(subject, layer);
    }
    return all;
  }

  async open(subject: string, sealed: string): Promise<JsonObject | null> {
    if (![...this.subjects.values()].includes(subject)) return null;
    const found = this.sealed.get(sealed);
    if (found === undefined || found.subject !== subject) throw new Error('Sealed for another subject, or not here');
    return structuredClone(found.data);
  }

  openMany(items: readonly SealedData[]): Promise<(JsonObject | null)[]> {
    return Promise.all(items.map(({ subject, sealed }) => this.open(subject, sealed)));
  }

  async destroy(subject: string): Promise<boolean> {
    const known = [...this.subjects].find(([, reference]) => reference === subject);
    return known !== undefined && this.subjects.delete(known[0]);
  }

  async purge(): Promise<void> {
    this.purges += 1;
  }
}
