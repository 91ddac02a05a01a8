import { createPrivateKey, createPublicKey, hkdfSync } from 'node:crypto';
import {
  type Checkpoint,
  formatCheckpoint,
  formatNote,
  formatVerifierKey,
  makeVerifierKey,
  parseNote,
  parseVerifierKey,
  signNote,
  verifyNote,
} from '@transledger/audit-proof';
import { keysThatSign, type LogKeyPeriod } from '#libs/domain/audit/log-key-period.js';

const keyLength = 32;
/** DER of an Ed25519 private key up to its bytes (RFC 8410). */
const privateKeyPrefix = Buffer.from('302e020100300506032b657004220420', 'hex');

/** A key that signs the log of one organization. */
export class LogKey {
  /** 32 bytes. */
  readonly secret: Uint8Array;
  readonly origin: string;
  private derivedPublicKey: Uint8Array | undefined;

  /** @param signingSecret 32 bytes, from which the keys of each organization are derived */
  constructor(
    signingSecret: Uint8Array,
    organizationId: string,
    { origin, generation }: Pick<LogKeyPeriod, 'origin' | 'generation'>,
  ) {
    const name = generation === 1 ? organizationId : `${organizationId} ${origin} key ${generation}`;
    this.origin = origin;
    this.secret = new Uint8Array(hkdfSync('sha256', signingSecret, '', name, keyLength));
  }

  /** The key that verifies its signatures: `<origin>+<id in hex>+<base64>`. */
  get verifierKey(): string {
    return formatVerifierKey(makeVerifierKey(this.origin, this.publicKey));
  }

  /** By which a note says that a signature is by this key. */
  get id(): Uint8Array {
    return makeVerifierKey(this.origin, this.publicKey).id;
  }

  private get publicKey(): Uint8Array {
    this.derivedPublicKey ??= this.derivePublicKey();
    return this.derivedPublicKey;
  }

  private derivePublicKey(): Uint8Array {
    const der = Buffer.concat([privateKeyPrefix, this.secret]);
    const key = createPublicKey(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }));
    return key.export({ format: 'der', type: 'spki' }).subarray(-keyLength);
  }
}

/** The keys of one organization's logs. */
export class LogKeys {
  /** Those that were derived, by generation and origin. */
  private readonly keys = new Map<string, LogKey>();

  constructor(
    private readonly signingSecret: Uint8Array,
    private readonly organizationId: string,
    private readonly periods: readonly LogKeyPeriod[],
  ) {}

  /**
   * The head of a tree as a signed note (C2SP tlog-checkpoint), with a signature of each key that signs the log now, the
   * newest first.
   */
  async sign(origin: string, { size, root }: Pick<Checkpoint, 'size' | 'root'>, now: Date): Promise<string> {
    const text = formatCheckpoint({ origin, size, root, extensions: [] });
    const signing = keysThatSign(this.periods, origin, now).map((period) => this.keyOf(period));
    const signatures = await Promise.all(signing.map(({ secret }) => signNote(text, origin, secret)));
    return formatNote({ text, signatures });
  }

  /** The newest of the keys that signed the note. */
  signerOf(note: string): LogKey | undefined {
    const { signatures } = parseNote(note);
    return this.periods
      .map((period) => this.keyOf(period))
      .reverse()
      .find((key) => signatures.some(({ name, keyId }) => name === key.origin && Buffer.from(keyId).equals(key.id)));
  }

  /** Whether the signature of that key holds. @throws RangeError for a text that is no note */
  async haveSigned(note: string): Promise<boolean> {
    const signer = this.signerOf(note);
    return signer !== undefined && verifyNote(parseNote(note), parseVerifierKey(signer.verifierKey));
  }

  keyOf(period: LogKeyPeriod): LogKey {
    const name = `${period.generation} ${period.origin}`;
    const key = this.keys.get(name) ?? new LogKey(this.signingSecret, this.organizationId, period);
    this.keys.set(name, key);
    return key;
  }
}
