import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { inProject } from '#test/servers/installed.js';
import { readCompose } from './compose-file.js';

const run = promisify(execFile);
const schema = inProject('compose-schema-0.39.0/compose-spec.json');
const validator = inProject('schemathesis-4.32.5');

const program = `
import json, sys
import jsonschema_rs
schema, file = (json.load(open(path)) for path in sys.argv[1:])
for error in jsonschema_rs.iter_errors(schema, file):
    print('/'.join(map(str, error.instance_path)), error.message)
`;

/** Faults of a compose file by the published schema, a line each. */
const faultsOf = async (file: object): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'transledger-compose-'));
  try {
    await writeFile(join(folder, 'compose.json'), JSON.stringify(file));
    const env = { PYTHONPATH: validator, PYTHONDONTWRITEBYTECODE: '1' };
    const { stdout } = await run('/usr/bin/python3', ['-c', program, schema, join(folder, 'compose.json')], { env });
    return stdout;
  } finally {
    await rm(folder, { recursive: true });
  }
};

const missing = [schema, validator].filter((path) => !existsSync(path));
const note = missing.length === 0 ? '' : ' (not installed here: the schema of compose files)';

describe.skipIf(missing.length > 0)(`the published schema of compose files${note}`, () => {
  it('our compose file meets the published schema', async () => expect(await faultsOf(readCompose())).toBe(''));

  it('the check against the schema finds a mistake', async () => {
    const file = readCompose();
    Object.assign(file.services.api ?? {}, { comand: ['node'], stop_grace_period: 35 });
    expect(await faultsOf(file)).toMatch(/services\/api.*'comand'|services\/api\/stop_grace_period/);
  });
});
