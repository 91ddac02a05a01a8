// Installs the first model of a source, and kills itself without a warning once a step is done, or so many bytes are there.

import { checkModel } from './check-model.js';
import { installModel } from './install-model.js';
import { openSource } from './model-source.js';

const [folder = '', from = '', killedAfter = ''] = process.argv.slice(2);

const die = (): void => {
  process.kill(process.pid, 'SIGKILL');
};

const { signal } = new AbortController();
const source = await openSource(from, signal);
const [model] = source.catalogue?.models ?? [];
if (model === undefined) throw new Error(`${from} has no model`);
await installModel(model, {
  ...{ folder, source, check: checkModel, signal, reserveBytes: 0, onWait: () => undefined },
  onStep: (step) => {
    if (step === killedAfter) die();
  },
  onProgress: (done) => {
    if (done >= Number(killedAfter)) die();
  },
});
