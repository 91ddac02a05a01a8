import type { ModelConfig } from '@transledger/triton-client/model-config';
import type { Quality } from '../inference.port.js';

/** Thrown for a model that claims to follow the contract and does not. */
export class MalformedModelError extends Error {
  override readonly name = 'MalformedModelError';
}

const allQualities: readonly Quality[] = ['fast', 'balanced', 'quality'];

const isQuality = (word: string): word is Quality => allQualities.some((quality) => quality === word);

export const wordsOf = (value: string): string[] => value.split(/\s+/u).filter((word) => word !== '');

/** Maps parameters by the part of their name after `transledger_`, which is `''` for `transledger` itself. */
export const parametersOf = (config: ModelConfig): Map<string, string> =>
  new Map(
    Object.entries(config.parameters).flatMap(([key, { string_value }]) => {
      const match = /^transledger(?:_(\w+))?$/.exec(key);
      return match === null ? [] : [[match[1] ?? '', string_value.trim()]];
    }),
  );

export const flag = (parameters: ReadonlyMap<string, string>, name: string): boolean => {
  const value = parameters.get(name) ?? '0';
  if (value !== '0' && value !== '1') throw new MalformedModelError(`transledger_${name} is neither 0 nor 1`);
  return value === '1';
};

export const qualitiesOf = (parameters: ReadonlyMap<string, string>): readonly Quality[] => {
  const words = wordsOf(parameters.get('qualities') ?? '');
  if (!words.every(isQuality)) {
    throw new MalformedModelError('transledger_qualities has something other than fast, balanced and quality');
  }
  return words.length === 0 ? allQualities : words.filter(isQuality);
};

export const rankOf = (parameters: ReadonlyMap<string, string>): number => {
  const value = parameters.get('rank') ?? '0';
  if (!/^-?\d{1,9}(?:\.\d{1,9})?$/.test(value)) throw new MalformedModelError('transledger_rank is no number');
  return Number(value);
};

/** Whether a model has a tensor of the type among its inputs or its outputs. */
const hasTensor = (
  tensors: ModelConfig['input'] | ModelConfig['output'],
  [name, type]: readonly [string, string],
): boolean => tensors.some((tensor) => tensor.name === name && tensor.data_type === type);

/** @throws MalformedModelError */
export const checkTensors = (
  { input, output, max_batch_size }: ModelConfig,
  inputs: readonly string[],
  outputs: readonly (readonly [string, string])[],
): void => {
  if (max_batch_size < 1) throw new MalformedModelError('max_batch_size is not at least 1');
  const missing =
    inputs.find((name) => !hasTensor(input, [name, 'TYPE_STRING'])) ??
    outputs.find((tensor) => !hasTensor(output, tensor))?.[0];
  if (missing !== undefined) throw new MalformedModelError(`it has no tensor ${missing} of the type in the contract`);
};
