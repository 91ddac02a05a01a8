import { expect, it } from 'vitest';
import { cosignatureIn, formatAddCheckpoint } from './add-checkpoint.js';
import { cosign } from './cosignature.js';
import { publicKeyOf } from './ed25519.js';
import { formatNote, signNote } from './signed-note.js';
import { makeVerifierKey, signatureType } from './verifier-key.js';

const secret = new Uint8Array(32).fill(1);
const text = 'example.org/log\n5\nqpAiQJAP2kIMPdcVV0kkZ5lPmGLJFsb0fE6Jz+SjyBg=\n';
const note = formatNote({ text, signatures: [await signNote(text, 'example.org/log', secret)] });
const keyOf = async (name: string, byte: number) =>
  makeVerifierKey(name, await publicKeyOf(new Uint8Array(32).fill(byte)), signatureType.cosignature);
const lineOf = async (of: string, byte: number) =>
  formatNote({
    text: of,
    signatures: [await cosign(of, 'w.example', new Uint8Array(32).fill(byte), new Date())],
  }).slice(of.length + 1);

it('a witness is asked with the size that it knows, the proof from there, and the note', () => {
  expect(formatAddCheckpoint(3, [new Uint8Array(32), new Uint8Array(32).fill(255)], note)).toBe(
    `old 3\n${'A'.repeat(43)}=\n${'/'.repeat(42)}8=\n\n${note}`,
  );
  expect(formatAddCheckpoint(0, [], note)).toBe(`old 0\n\n${note}`);
});

it('of an answer the line of the witness is taken, and others are passed over', async () => {
  const [own, other] = [await lineOf(text, 2), await lineOf(text, 3)];
  expect(await cosignatureIn(`${other}${own}`, note, await keyOf('w.example', 2))).toBe(own);
});

it.each([
  ['one of another text', lineOf(text.replace('5', '6'), 2)],
  ['one of another witness', lineOf(text, 3)],
  ['no signature', Promise.resolve('ok\n')],
  ['nothing', Promise.resolve('')],
])('%s is no cosignature', async (_what, answer) =>
  expect(await cosignatureIn(await answer, note, await keyOf('w.example', 2))).toBeUndefined(),
);
