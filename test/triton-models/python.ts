import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '#test/project-root.js';

const run = promisify(execFile);

/** The Python that Triton's stub embeds. */
const python = '/usr/bin/python3';

export const tritonFolder = join(projectRoot, 'infra/triton');

const environment = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' };

/** Runs the tests; rejects with their output when one of them fails. */
export const runPythonTests = async (): Promise<string> => {
  const { stderr } = await run(python, ['-m', 'unittest', 'discover', '-s', 'tests', '-t', '.'], {
    cwd: tritonFolder,
    env: environment,
  });
  return stderr;
};

/** Prepares models; rejects with the output when the program refuses. */
export const prepareModels = async (...args: string[]): Promise<void> => {
  await run(python, [join(tritonFolder, 'prepare.py'), ...args], { env: environment });
};

/** Writes weights that know no language into a folder; `fields` are of their manifest. */
export const buildTinyModel = async (folder: string, fields: Readonly<Record<string, unknown>> = {}): Promise<void> => {
  const settings = Object.entries(fields).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  await run(python, [join(projectRoot, 'test/triton-models/build_tiny_model.py'), folder, ...settings], {
    env: { ...environment, PYTHONPATH: join(projectRoot, '.servers/triton-python') },
  });
};
