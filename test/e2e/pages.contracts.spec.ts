import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PageWalker, type TypedStep, typedStepsOf } from './page-walker.js';
import { sharedService, withApertium } from './shared-service.js';
import { walkedPages } from './walked-pages.js';

/** The pages speak of `npm start`: a cluster has other outputs, a backup elsewhere. */
const isOneMachine = process.env.E2E_CLUSTER !== '1' && process.env.E2E_EVENTSTORE_URL === undefined;

describe.runIf(isOneMachine).each(walkedPages)('the commands of $page, as they are written', (walked) => {
  const folder = mkdtempSync(join(tmpdir(), 'transledger-page-'));
  let typed: TypedStep[] = [];

  beforeAll(async () => {
    typed = await PageWalker.walk(walked, await sharedService(withApertium), folder);
  }, 600_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(typedStepsOf(walked.page).map(({ heading, commands }, at) => ({ heading, commands, at })))(
    '$heading: $commands',
    ({ at }) => {
      expect(typed[at]?.problems.join('\n')).toBe('');
    },
  );
});
