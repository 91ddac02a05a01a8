import { expect, it } from 'vitest';
import { runPythonTests } from './python.js';

it('the Python tests of the models pass', async () => {
  expect(await runPythonTests()).toMatch(/Ran \d{2,} tests[\s\S]*OK/);
});
