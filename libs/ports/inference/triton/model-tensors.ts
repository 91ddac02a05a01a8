import { TextDecoder } from 'node:util';
import type { InferInput } from '@transledger/triton-client/infer-request';
import { type InferResponse, outputNamed } from '@transledger/triton-client/infer-response';
import { baseLanguage } from '#libs/text/languages/language-tag.js';
import type { TranslationRequest } from '../inference.port.js';
import type { TranslationModel } from './translation-model.js';

export type TextOptions = Pick<
  TranslationRequest,
  'source' | 'target' | 'domain' | 'formality' | 'priority' | 'organizationId'
>;

/**
 * Makes the inputs of the contract for some texts; an option that would change nothing is left out, so that responses
 * can be cached. `shape` is that of each input.
 */
export const textInputs = (
  texts: readonly string[],
  shape: readonly number[],
  { formality: formalities, hasDomains }: TranslationModel,
  { source, target, domain = 'general', formality = 'neutral' }: TextOptions,
): InferInput[] => {
  const input = (name: string, data: readonly string[]): InferInput => ({ name, datatype: 'BYTES', shape, data });
  const same = (name: string, value: string): InferInput =>
    input(
      name,
      texts.map(() => value),
    );
  return [
    input('TEXT', texts),
    same('SOURCE', source),
    same('TARGET', target),
    ...(hasDomains && domain !== 'general' ? [same('DOMAIN', domain)] : []),
    ...(formalities.has(baseLanguage(target)) && formality !== 'neutral' ? [same('FORMALITY', formality)] : []),
  ];
};

const checked = <T extends { length: number }>(name: string, elements: T, count: number): T => {
  if (elements.length !== count) throw new TypeError(`${name} has ${elements.length} elements, not ${count}`);
  return elements;
};

/** Reads the elements of a BYTES output. @throws Error when they are not `count` */
export const bytesIn = (response: InferResponse, name: string, count: number): readonly Buffer[] =>
  checked(name, outputNamed(response, name, 'BYTES').data, count);

/** Reads the elements of `CONFIDENCE`. @throws Error when they are not `count` */
export const confidencesIn = (response: InferResponse, count: number): readonly number[] =>
  Array.from(checked('CONFIDENCE', outputNamed(response, 'CONFIDENCE', 'FP32').data, count));

/** Creates a decoder that throws for bytes that are not UTF-8. */
export const newDecoder = (): TextDecoder => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
