import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Scope } from '#libs/domain/api-key/scopes.js';
import { rfc3339 } from '#libs/read-side/read-models/rfc3339-column.js';

@Entity({ schema: 'read_model', name: 'api_key' })
export class ApiKeyEntity {
  @PrimaryColumn('text')
  id: string;

  @Column('text')
  organization_id: string;

  @Column('text')
  name: string;

  /** SHA-256 of the key in hex; unique. */
  @Column('text')
  secret_hash: string;

  @Column('jsonb')
  scopes: Scope[];

  /** Addresses and CIDR ranges; empty allows every address. */
  @Column('jsonb')
  ip_allowlist: string[];

  @Column(rfc3339({ nullable: true }))
  expires_at: string | null;

  /** Time at which a rotated key ends. */
  @Column(rfc3339({ nullable: true }))
  grace_ends_at: string | null;

  @Column(rfc3339({ nullable: true }))
  revoked_at: string | null;

  @Column('text')
  owner_subject: string;

  /** `{ user_id }`, sealed for the owner's subject. */
  @Column('text')
  sealed_owner: string;

  /** The user who made the key, whoever owns it since. */
  @Column('text')
  maker_subject: string;

  /** `{ user_id }`, sealed for the maker's subject. */
  @Column('text')
  sealed_maker: string;

  /** The user whose the key was when it was made. */
  @Column('text')
  first_owner_subject: string;

  /** `{ user_id }`, sealed for the first owner's subject. */
  @Column('text')
  sealed_first_owner: string;

  @Column(rfc3339())
  created_at: string;
}
