import type { ParameterMessage, ParametersMessage } from './protocol/infer-messages.js';
import { invalidArgument } from './triton-error.js';

/**
 * A parameter of a request. A whole number goes out as int64 (a bigint beyond it as uint64), another number as double;
 * `{ double: 3 }` sends a whole number as double.
 */
export type InferParameter = boolean | number | bigint | string | { readonly double: number };

export type InferParameters = Readonly<Record<string, InferParameter>>;

const maxInt64 = 2n ** 63n - 1n;
const maxUint64 = 2n ** 64n - 1n;

const bigintMessage = (name: string, value: bigint): ParameterMessage => {
  if (value > maxUint64 || value < -maxInt64 - 1n) throw invalidArgument(`Parameter ${name} is beyond 64 bits`);
  return value > maxInt64 ? { uint64_param: String(value) } : { int64_param: String(value) };
};

export const parameterMessage = (name: string, value: InferParameter): ParameterMessage => {
  if (typeof value === 'boolean') return { bool_param: value };
  if (typeof value === 'string') return { string_param: value };
  if (typeof value === 'bigint') return bigintMessage(name, value);
  if (typeof value === 'number') {
    return Number.isSafeInteger(value) ? { int64_param: String(value) } : { double_param: value };
  }
  return { double_param: value.double };
};

export const parameterMessages = (parameters: InferParameters = {}): ParametersMessage =>
  Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, parameterMessage(name, value)]));

const wholeNumber = (digits: string): number | bigint => {
  const value = BigInt(digits);
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
};

const parameterOf = (message: ParameterMessage): boolean | number | bigint | string | undefined => {
  const { bool_param, string_param, double_param, int64_param, uint64_param } = message;
  const digits = int64_param ?? uint64_param;
  return bool_param ?? string_param ?? double_param ?? (digits === undefined ? undefined : wholeNumber(digits));
};

/** Parameters of a response; 64-bit numbers that a JavaScript number cannot hold come as bigint. */
export type AnsweredParameters = Record<string, boolean | number | bigint | string>;

export const parametersOf = (messages: ParametersMessage): AnsweredParameters =>
  Object.fromEntries(
    Object.entries(messages).flatMap(([name, message]) => {
      const value = parameterOf(message);
      return value === undefined ? [] : [[name, value]];
    }),
  );
