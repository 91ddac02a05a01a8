import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LogKeys } from '../../../libs/audit/log-key.js';
import { firstKeyOf } from '../../../libs/domain/audit/log-key-period.js';
import { parseVerifierKey } from '../verifier-key.js';
import { checkpointIn, verifyCheckpoint } from './checkpoint-file.js';

const origin = 'mt.example.com/org_a';
const keys = new LogKeys(new Uint8Array(32).fill(1), 'org_a', [firstKeyOf(origin)]);
const key = parseVerifierKey(keys.keyOf(firstKeyOf(origin)).verifierKey);

let folder: string;
let note: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'transledger-checkpoint-'));
  note = await keys.sign(origin, { size: 7, root: new Uint8Array(32).fill(3) }, new Date());
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = (content: string): string => {
  writeFileSync(join(folder, 'file'), content);
  return join(folder, 'file');
};

describe('a checkpoint in a file', () => {
  it('it is the note alone, or the answer of the API', () => {
    expect(checkpointIn(file(note))).toEqual({ note, timestamps: undefined });
    const shown = { origin, size: 7, checkpoint: note, timestamps: [] };
    expect(checkpointIn(file(JSON.stringify({ data: shown })))).toEqual({ note, timestamps: [] });
    expect(checkpointIn(file(JSON.stringify(shown)))).toEqual({ note, timestamps: [] });
  });

  it('what is none is left to others', () => {
    const line = JSON.stringify({ type: 'checkpoint', checkpoint: note });
    for (const content of ['', '{', '{"id":"aud_1"}\n{"id":"aud_2"}\n', line, 'text'])
      expect(checkpointIn(file(content))).toBeUndefined();
    expect(checkpointIn('-')).toBeUndefined();
  });

  it('it is verified with the key of the log, and no other', async () => {
    expect(await verifyCheckpoint({ note, timestamps: [] }, key)).toMatchObject({
      verified: { origin, size: 7, stamped: [] },
    });
    const strange = new LogKeys(new Uint8Array(32).fill(2), 'org_a', [firstKeyOf(origin)]).keyOf(firstKeyOf(origin));
    for (const [shown, by, fault] of [
      [{ note, timestamps: [] }, parseVerifierKey(strange.verifierKey), 'it is not signed with the key'],
      [{ note: note.replaceAll(origin, 'x/org_b'), timestamps: [] }, key, 'it is of the log x/org_b'],
      [{ note: note.replace('\n7\n', '\n8\n'), timestamps: [] }, key, 'it is not signed with the key'],
      [{ note: note.slice(0, -5), timestamps: [] }, key, 'the checkpoint is damaged'],
      [{ note, timestamps: [{}] }, key, 'its time stamp is damaged'],
    ] as const)
      expect(await verifyCheckpoint(shown, by)).toEqual({ fault: expect.stringContaining(fault) });
  });
});
