import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '#test/project-root.js';
import { commandLineProgram } from './command-line.js';
import { isPrinted, runSteps, stepsOf } from './page-walk.js';
import { cleanEnvironment } from './running-service.js';
import { sharedService, withApertium } from './shared-service.js';

/** The first block names what only its reader knows; the others are typed as they stand. */
const [whatReadersKnow, ...steps] = stepsOf(readFileSync(join(projectRoot, 'docs/auditors.md'), 'utf8'));

describe('the walk of docs/auditors.md, as it is written', () => {
  const folder = mkdtempSync(join(tmpdir(), 'transledger-walk-'));
  let printed: string[] = [];

  beforeAll(async () => {
    const service = await sharedService(withApertium);
    const prelude = `transledger_admin() { '${process.execPath}' '${commandLineProgram}' "$@"; }`;
    const known = { API: service.url, KEY: service.apiKey, CASE: folder };
    printed = await runSteps(steps, prelude, { ...cleanEnvironment(), ...service.commandLineSettings, ...known });
  }, 600_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('the walk begins with what the reader has to know', () => {
    const named = whatReadersKnow?.commands.match(/^(?:export )?(?:\w+(?==)|transledger_admin)/gm);
    expect(named).toEqual(['export KEY', 'export API', 'export CASE', 'transledger_admin']);
  });

  it.each(steps.map((step, at) => ({ ...step, at })))('$heading: $commands', ({ at, ...step }) => {
    const found = printed[at] ?? '';
    expect(isPrinted(step, found), `It printed:\n${found}`).toBe(true);
  });
});
