import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { publicKeyOf } from './ed25519.js';
import {
  type Checkpoint,
  cosign,
  formatCheckpoint,
  formatNote,
  formatVerifierKey,
  makeVerifierKey,
  parseCheckpoint,
  parseNote,
  parseVerifierKey,
  signatureType,
  signNote,
  verifyCosignature,
  verifyNote,
} from './index.js';

/** The example of Go's package for signed notes. */
const goKey = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const goNote =
  'If you think cryptography is the answer to your problem,\n' +
  "then you don't know what your problem is.\n\n" +
  '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n';

const secret = Uint8Array.from({ length: 32 }, (_, at) => at);
const name = 'example.org/log';
const checkpoint: Checkpoint = { origin: name, size: 20_852_163, root: secret.map((byte) => byte * 7), extensions: [] };

describe('a signed note', () => {
  it('a note that another program signed verifies, by its key as text', async () => {
    expect(await verifyNote(parseNote(goNote), parseVerifierKey(goKey))).toBe(true);
    expect(formatVerifierKey(parseVerifierKey(goKey))).toBe(goKey);
    expect(formatNote(parseNote(goNote))).toBe(goNote);
  });

  it('a note that is signed here verifies until a character of it is changed', async () => {
    const key = makeVerifierKey(name, await publicKeyOf(secret));
    const text = formatCheckpoint(checkpoint);
    const note = parseNote(formatNote({ text, signatures: [await signNote(text, name, secret)] }));
    expect(await verifyNote(note, key)).toBe(true);
    expect(await verifyNote({ ...note, text: text.replace('2', '3') }, key)).toBe(false);
    expect(await verifyNote(note, makeVerifierKey('example.org/other', key.publicKey))).toBe(false);
    expect(await verifyNote(note, makeVerifierKey(name, key.publicKey, signatureType.cosignature))).toBe(false);
    const other = makeVerifierKey(name, await publicKeyOf(secret.map((byte) => byte + 1)));
    expect(await verifyNote(note, other)).toBe(false);
    expect(await verifyNote(note, { ...other, id: key.id })).toBe(false);
  });

  it('signatures of others beside it change nothing', async () => {
    const { text, signatures } = parseNote(goNote);
    const note = formatNote({ text, signatures: [await signNote(text, name, secret), ...signatures] });
    expect(await verifyNote(parseNote(note), parseVerifierKey(goKey))).toBe(true);
    expect(await verifyNote(parseNote(note), makeVerifierKey(name, await publicKeyOf(secret)))).toBe(true);
  });

  it.each([
    ['without signatures', 'text\n\n'],
    ['without an empty line', 'text\n— name AAAAAAAA\n'],
    ['whose last line does not end', goNote.slice(0, -1)],
    ['with a control character', goNote.replace('If', 'I\u0001')],
    ['with half a surrogate pair', goNote.replace('If', '\ud83d')],
    ['whose signature is not base64', goNote.replace('x08go', '*08go')],
    ['whose signature has no dash', goNote.replace('—', '-')],
    ['whose signature is shorter than its key id', 'text\n\n— name AAAA\n'],
    ['with more signatures than anybody needs', `text\n\n${'— name AAAAAAAA\n'.repeat(101)}`],
  ])('a note %s is none', (_what, note) => {
    expect(() => parseNote(note)).toThrow(RangeError);
  });

  it.each([
    ['with a wrong id', goKey.replace('c74f20a3', 'c74f20a4')],
    ['with a plus sign more', `${goKey}+AA`],
    ['of an unknown kind', goKey.replace('ARpc', 'Arpc')],
    ['cut off', goKey.slice(0, -4)],
    ['that is empty', ''],
  ])('a verifier key %s is none', (_what, key) => {
    expect(() => parseVerifierKey(key)).toThrow(RangeError);
  });
});

describe('a checkpoint', () => {
  it('its text has origin, size and root, a line each', () => {
    expect(formatCheckpoint({ ...checkpoint, root: new Uint8Array(32) })).toBe(
      `example.org/log\n20852163\n${'A'.repeat(43)}=\n`,
    );
  });

  it('what is written is what is read', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-z./]{1,20}$/),
        fc.maxSafeNat(),
        fc.uint8Array({ minLength: 32, maxLength: 32 }),
        fc.array(fc.stringMatching(/^[ -~]{1,20}$/), { maxLength: 3 }),
        (origin, size, root, extensions) => {
          const written = { origin, size, root: new Uint8Array(root), extensions };
          expect(parseCheckpoint(formatCheckpoint(written))).toEqual(written);
        },
      ),
    );
  });

  it.each([
    ['a size with a leading zero', 'a\n01\n', ''],
    ['a size below zero', 'a\n-1\n', ''],
    ['a size that no number has', 'a\n9007199254740993\n', ''],
    ['no origin', '\n1\n', ''],
    ['an empty line', 'a\n1\n', '\n'],
  ])('a text with %s is none', (_what, before, after) => {
    const root = `${'A'.repeat(43)}=\n`;
    expect(() => parseCheckpoint(`${before}${root}${after}`)).toThrow(RangeError);
    expect(() => parseCheckpoint(`a\n1\n${root}`.slice(0, -1))).toThrow(RangeError);
    expect(() => parseCheckpoint('a\n1\nAAAA\n')).toThrow(RangeError);
  });

  it('a line end in its origin is refused', () => {
    expect(() => formatCheckpoint({ ...checkpoint, origin: 'a\nb' })).toThrow(RangeError);
  });
});

describe('a cosignature', () => {
  const time = new Date('2026-11-22T12:00:00Z');
  const witness = 'witness.example.org';

  it('it says when the witness saw the checkpoint, and holds for that text alone', async () => {
    const text = formatCheckpoint(checkpoint);
    const key = makeVerifierKey(witness, await publicKeyOf(secret), signatureType.cosignature);
    const signatures = [await cosign(text, witness, secret, time)];
    const note = parseNote(formatNote({ text, signatures }));
    expect(await verifyCosignature(note, key)).toEqual(time);
    expect(await verifyCosignature({ ...note, text: text.replace('2', '3') }, key)).toBeUndefined();
    expect(await verifyCosignature(note, makeVerifierKey(witness, key.publicKey))).toBeUndefined();
    const [signature] = note.signatures;
    if (signature === undefined) throw new Error('There is no signature');
    const later = { ...signature, bytes: signature.bytes.map((byte, at) => (at === 7 ? byte + 1 : byte)) };
    expect(await verifyCosignature({ text, signatures: [later] }, key)).toBeUndefined();
  });
});
