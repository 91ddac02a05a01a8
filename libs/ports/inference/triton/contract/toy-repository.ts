import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '#test/project-root.js';

/** A toy model of the contract: the parameters of `infra/triton/README.md` without their prefix, `''` for `transledger`. */
export interface ToyModel {
  parameters?: Readonly<Record<string, string>>;
  /** Way in which the model breaks the contract: see `models/unary.py`. */
  mood?: string;
  /** The model is decoupled. */
  streams?: boolean;
}

const sources = join(projectRoot, 'libs/ports/inference/triton/contract/models');

const tensor = (name: string, type: string, isOptional = false): string =>
  `{ name: "${name}" data_type: ${type} dims: [ 1 ]${isOptional ? ' optional: true' : ''} }`;

const configOf = (name: string, { parameters = {}, mood = '', streams = false }: ToyModel): string => {
  const inputs = [
    ...['TEXT', 'SOURCE', 'TARGET'].map((each) => tensor(each, 'TYPE_STRING')),
    ...['DOMAIN', 'FORMALITY'].map((each) => tensor(each, 'TYPE_STRING', true)),
  ];
  const all = Object.entries({ ...(streams ? {} : { '': '1', pairs: 'en-es' }), ...parameters }).map(
    ([key, value]) => [key === '' ? 'transledger' : `transledger_${key}`, value] as const,
  );
  const batching =
    'max_batch_size: 64\ndynamic_batching { max_queue_delay_microseconds: 2000 priority_levels: 2 default_priority_level: 2 }';
  return [
    `name: "${name}"`,
    'backend: "python"',
    streams ? 'max_batch_size: 0\nmodel_transaction_policy { decoupled: true }' : batching,
    `input [ ${inputs.join(', ')} ]`,
    `output [ ${tensor(streams ? 'TOKEN' : 'TRANSLATION', 'TYPE_STRING')}, ${tensor('CONFIDENCE', 'TYPE_FP32')} ]`,
    'instance_group [ { kind: KIND_CPU count: 1 } ]',
    ...[...all, ['mood', mood] as const].map(
      ([key, value]) => `parameters { key: "${key}" value { string_value: "${value}" } }`,
    ),
  ].join('\n');
};

export interface ToyRepository {
  folder: string;
  remove(): Promise<void>;
}

/** Creates a model repository in a temporary folder. */
export const toyRepository = async (models: Readonly<Record<string, ToyModel>>): Promise<ToyRepository> => {
  const folder = await mkdtemp(join(tmpdir(), 'transledger-toy-models-'));
  for (const [name, model] of Object.entries(models)) {
    const version = join(folder, name, '1');
    await mkdir(version, { recursive: true });
    await writeFile(join(folder, name, 'config.pbtxt'), configOf(name, model));
    await cp(join(sources, 'words.py'), join(version, 'words.py'));
    await cp(join(sources, model.streams ? 'stream.py' : 'unary.py'), join(version, 'model.py'));
  }
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
};
