import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TreeBuilder } from '@transledger/audit-proof';
import { migrateLogSignatures } from '#libs/ports/log-signatures/migrate-log-signatures.js';
import { PostgresLogSignatures } from '#libs/ports/log-signatures/postgres-log-signatures.js';
import { DirectoryPartStorage } from '#libs/ports/signed-heads/directory-part-storage.js';
import { HeadParts } from '#libs/ports/signed-heads/head-parts.js';
import type { SignedHeads } from '#libs/ports/signed-heads/signed-heads.port.js';
import { AuditLogTree } from '#projections/audit-log/audit-log-tree.js';
import { ReadModelFixture } from '#projections/read-model.fixture.js';
import { loadAuditLog } from '#test/bench/bulk-audit-log.js';
import { LogSigner, type LogSignerOptions } from './log-signer.js';

/** More than a subtree of 65,536, and one that is not full beside it. */
export const entries = 66_001;
export const organizationId = 'org_a';
export const signingSecret = new Uint8Array(32).fill(1);

/** A log of so many entries, of which signers sign what they are told. */
export class SigningFixture {
  readonly signatures: PostgresLogSignatures;
  readonly tree: AuditLogTree;
  leaves: Uint8Array[] = [];
  /** Errors that were logged. */
  errors: object[] = [];
  folder = '';
  heads: SignedHeads = new HeadParts(new DirectoryPartStorage(''));

  private constructor(readonly readModels: ReadModelFixture) {
    this.signatures = new PostgresLogSignatures(readModels.pool);
    this.tree = new AuditLogTree(readModels.dataSource, this.signatures);
  }

  static async open(): Promise<SigningFixture> {
    const fixture = new SigningFixture(await ReadModelFixture.open());
    await migrateLogSignatures(fixture.pool);
    const bulk = { entries, subjects: 1, sealedClient: 'x', start: '2026-11-21T10:00:00.000Z', secondsApart: 1 };
    await loadAuditLog(fixture.pool, { ...bulk, organizationId });
    fixture.leaves = await fixture.tree.leaves(organizationId, 0, entries);
    return fixture;
  }

  get pool(): ReadModelFixture['pool'] {
    return this.readModels.pool;
  }

  /** Forgets everything that was signed. */
  async reset(): Promise<void> {
    this.errors = [];
    this.folder = await mkdtemp(join(tmpdir(), 'transledger-heads-'));
    this.heads = this.headsIn('.');
    await this.pool.query('truncate log_signatures.signed_log, log_signatures.node, log_signatures.log_key');
  }

  /** The copy of what was signed in a folder of this name. */
  headsIn(name: string): SignedHeads {
    return new HeadParts(new DirectoryPartStorage(join(this.folder, name)));
  }

  removeFolder(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }

  signer(size: number, changed: Partial<LogSignerOptions> = {}): LogSigner {
    return new LogSigner({
      tree: this.tree,
      signatures: this.signatures,
      heads: this.heads,
      logsToSign: async () => [{ organizationId, size }],
      isCaughtUp: async () => true,
      signingSecret,
      host: 'mt.example.com',
      logger: { error: (fields: object) => this.errors.push(fields) } as unknown as LogSignerOptions['logger'],
      ...changed,
    });
  }

  async sign(size: number, changed: Partial<LogSignerOptions> = {}) {
    await this.signer(size, changed).signAll(new AbortController().signal);
    const found = await this.signatures.find(organizationId);
    if (found === undefined) throw new Error('Nothing was signed');
    return found;
  }

  rootOf(size: number): Uint8Array {
    const built = new TreeBuilder();
    for (const leaf of this.leaves.slice(0, size)) built.append(leaf);
    return built.root();
  }

  /** Changes rows as a superuser can, who turns the triggers off. */
  async tamper(statement: string): Promise<void> {
    await this.pool.query('alter table read_model.audit_log disable trigger user');
    await this.pool.query(statement);
    for (const name of ['refuse_change', 'refuse_truncate'])
      await this.pool.query(`alter table read_model.audit_log enable always trigger ${name}`);
  }

  close(): Promise<void> {
    return this.readModels.close();
  }
}
