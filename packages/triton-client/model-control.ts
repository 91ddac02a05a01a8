import type { LogSettingMessage, RepositoryParameterMessage } from './protocol/control-messages.js';
import type { ModelConfig } from './protocol/model-config.js';
import { invalidArgument } from './triton-error.js';

export interface LoadOptions {
  /** Configuration that replaces the repository's config.pbtxt; an object is sent as JSON. */
  config?: string | Partial<ModelConfig> | Readonly<Record<string, unknown>>;
  /** Files that replace the repository's, by path in the model's folder such as `1/model.onnx`. They need `config`. */
  files?: Readonly<Record<string, Uint8Array>>;
}

/** Values of each setting; `null` puts the setting back to the global one, or to that of the start. */
export type TraceSettings = Record<string, readonly string[]>;
export type TraceSettingsUpdate = Readonly<Record<string, string | readonly string[] | null>>;

export type LogSettings = Record<string, boolean | number | string>;

/** Writes a configuration without its nulls: a server refuses even the name of a field that it does not know yet. */
const configText = (config: NonNullable<LoadOptions['config']>): string =>
  typeof config === 'string' ? config : JSON.stringify(config, (_, value: unknown) => value ?? undefined);

export const loadParameters = ({ config, files = {} }: LoadOptions): Record<string, RepositoryParameterMessage> => {
  if (config === undefined && Object.keys(files).length > 0) throw invalidArgument('Files of a model need a config');
  return {
    ...(config === undefined ? {} : { config: { string_param: configText(config) } }),
    ...Object.fromEntries(Object.entries(files).map(([path, bytes]) => [`file:${path}`, { bytes_param: bytes }])),
  };
};

export const traceMessages = (settings: TraceSettingsUpdate): Record<string, { value: string[] }> =>
  Object.fromEntries(
    Object.entries(settings).map(([name, value]) => {
      if (value === null) return [name, { value: [] }];
      return [name, { value: typeof value === 'string' ? [value] : [...value] }];
    }),
  );

export const traceSettingsOf = (settings: Record<string, { value: string[] }>): TraceSettings =>
  Object.fromEntries(Object.entries(settings).map(([name, { value }]) => [name, value]));

const logMessage = (value: boolean | number | string): LogSettingMessage => {
  if (typeof value === 'boolean') return { bool_param: value };
  return typeof value === 'number' ? { uint32_param: value } : { string_param: value };
};

export const logMessages = (settings: Readonly<LogSettings>): Record<string, LogSettingMessage> =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, logMessage(value)]));

export const logSettingsOf = (settings: Record<string, LogSettingMessage>): LogSettings =>
  Object.fromEntries(
    Object.entries(settings).flatMap(([name, { bool_param, uint32_param, string_param }]) => {
      const value = bool_param ?? uint32_param ?? string_param;
      return value === undefined ? [] : [[name, value]];
    }),
  );
