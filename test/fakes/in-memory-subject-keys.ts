import { createHash } from 'node:crypto';
import type { JsonObject } from '#libs/domain/json.js';
import type { SealedData, SubjectKeys } from '#libs/ports/key-vault/subjects/subject-keys.port.js';
import { SubjectErasedError } from '#libs/ports/key-vault/subjects/subject-keys.port.js';

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Seals to a reference that says nothing of the data, so that any leak in clear is seen. */
export class InMemorySubjectKeys implements SubjectKeys {
  private readonly subjects = new Map<string, string>();
  private readonly sealed = new Map<string, { subject: string; data: JsonObject }>();

  async subjectFor(organizationId: string, userId: string): Promise<string> {
    const known = await this.find(organizationId, userId);
    if (known !== undefined) return known;
    const subject = `sub_${digest(`${organizationId}/${userId}/${this.subjects.size}`).slice(0, 26).toUpperCase()}`;
    this.subjects.set(`${organizationId}/${userId}`, subject);
    return subject;
  }

  async find(organizationId: string, userId: string): Promise<string | undefined> {
    return this.subjects.get(`${organizationId}/${userId}`);
  }

  async seal(subject: string, data: JsonObject): Promise<string> {
    if (![...this.subjects.values()].includes(subject)) throw new SubjectErasedError();
    const sealed = `sealed-${digest(`${subject}${JSON.stringify(data)}`)}`;
    this.sealed.set(sealed, { subject, data: structuredClone(data) });
    return sealed;
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

  async erase(organizationId: string, userId: string): Promise<boolean> {
    return this.subjects.delete(`${organizationId}/${userId}`);
  }
}
