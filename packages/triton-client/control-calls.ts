import { type CallDefaults, callContext } from './calls/call-context.js';
import type { Dispatcher } from './calls/dispatcher.js';
import type { CallOptions } from './client-options.js';
import type { Host } from './hosts/host.js';
import { modelKeyOf } from './hosts/model-key.js';
import {
  type LoadOptions,
  type LogSettings,
  loadParameters,
  logMessages,
  logSettingsOf,
  type TraceSettings,
  type TraceSettingsUpdate,
  traceMessages,
  traceSettingsOf,
} from './model-control.js';
import type { ModelIndex, ModelMetadata, ModelStatistics, ServerMetadata } from './protocol/control-messages.js';
import { type ModelConfig, withReadableKeys } from './protocol/model-config.js';
import * as rpc from './protocol/rpc.js';
import { malformedResponse, TritonError } from './triton-error.js';

export interface VersionedCallOptions extends CallOptions {
  version?: string;
}

/**
 * All calls but inference. A call that reads asks one host (`host` says which); a call that changes a server goes to
 * every host, unless `host` names one, and rejects with the first failure after all have responded.
 */
export interface ControlCalls {
  serverLive(options?: CallOptions): Promise<boolean>;
  serverReady(options?: CallOptions): Promise<boolean>;
  /** Whether a model is ready; false for a model that does not exist, too. */
  modelReady(model: string, options?: VersionedCallOptions): Promise<boolean>;
  serverMetadata(options?: CallOptions): Promise<ServerMetadata>;
  modelMetadata(model: string, options?: VersionedCallOptions): Promise<ModelMetadata>;
  modelConfig(model: string, options?: VersionedCallOptions): Promise<ModelConfig>;
  /** Returns the statistics of a model, of all models when `model` is omitted. Each host counts for itself. */
  modelStatistics(model?: string, options?: VersionedCallOptions): Promise<ModelStatistics[]>;
  repositoryIndex(options?: CallOptions & { readyOnly?: boolean }): Promise<ModelIndex[]>;
  loadModel(model: string, options?: CallOptions & LoadOptions): Promise<void>;
  unloadModel(model: string, options?: CallOptions & { unloadDependents?: boolean }): Promise<void>;
  /** Returns the global settings, or those of one model. */
  traceSettings(options?: CallOptions & { model?: string }): Promise<TraceSettings>;
  updateTraceSettings(
    settings: TraceSettingsUpdate,
    options?: CallOptions & { model?: string },
  ): Promise<TraceSettings>;
  logSettings(options?: CallOptions): Promise<LogSettings>;
  updateLogSettings(settings: Readonly<LogSettings>, options?: CallOptions): Promise<LogSettings>;
  /** Checks health by `grpc.health.v1`, of the server when `service` is omitted. */
  healthCheck(options?: CallOptions & { service?: string }): Promise<rpc.HealthStatus>;
}

const methodName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const isAbsentModel = (error: unknown): boolean =>
  error instanceof TritonError && (error.kind === 'model-not-found' || error.kind === 'model-not-ready');

export const controlCalls = (dispatcher: Dispatcher, defaults: CallDefaults): ControlCalls => {
  const ask = async <Request, Response>(
    method: rpc.Rpc<Request, Response>,
    request: Request,
    options: CallOptions,
    model?: string,
  ): Promise<Response> => {
    const context = callContext(methodName(method.path), model, options, defaults);
    const { answer } = await dispatcher.unary(method, () => request, context, { isIdempotent: true });
    return answer;
  };

  const askAll = async <Request, Response>(
    method: rpc.Rpc<Request, Response>,
    request: Request,
    options: CallOptions,
    model?: string,
    done?: (host: Host) => void,
  ): Promise<Response> => {
    const hosts = dispatcher.hosts.filter(({ url }) => options.host === undefined || url === options.host);
    const askOne = async (only: string) => {
      const context = callContext(methodName(method.path), model, { ...options, host: only }, defaults);
      const { answer, host } = await dispatcher.unary(method, () => request, context, { isIdempotent: false });
      done?.(host);
      return answer;
    };
    const urls = options.host === undefined ? hosts.map(({ url }) => url) : [options.host];
    const answers = await Promise.allSettled(urls.map(askOne));
    const failed = answers.find((answer) => answer.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    const first = answers.find((answer) => answer.status === 'fulfilled');
    if (first === undefined) throw malformedResponse('No host has answered');
    return first.value;
  };

  return {
    serverLive: async (options = {}) => (await ask(rpc.serverLive, {}, options)).live,
    serverReady: async (options = {}) => (await ask(rpc.serverReady, {}, options)).ready,
    modelReady: async (model, { version = '', ...options } = {}) => {
      try {
        return (await ask(rpc.modelReady, { name: model, version }, options, model)).ready;
      } catch (error) {
        if (isAbsentModel(error)) return false;
        throw error;
      }
    },
    serverMetadata: (options = {}) => ask(rpc.serverMetadata, {}, options),
    modelMetadata: (model, { version = '', ...options } = {}) =>
      ask(rpc.modelMetadata, { name: model, version }, options, model),
    modelConfig: async (model, { version = '', ...options } = {}) => {
      const { config } = await ask(rpc.modelConfig, { name: model, version }, options, model);
      if (config === null) throw malformedResponse('The answer has no configuration', { model });
      return withReadableKeys(config);
    },
    modelStatistics: async (model = '', { version = '', ...options } = {}) =>
      (await ask(rpc.modelStatistics, { name: model, version }, options, model || undefined)).model_stats,
    repositoryIndex: async ({ readyOnly = false, ...options } = {}) =>
      (await ask(rpc.repositoryIndex, { ready: readyOnly }, options)).models,
    loadModel: async (model, { config, files, ...options } = {}) => {
      const parameters = loadParameters({
        ...(config === undefined ? {} : { config }),
        ...(files === undefined ? {} : { files }),
      });
      await askAll(rpc.repositoryModelLoad, { model_name: model, parameters }, options, model, (host) =>
        host.noteModel(modelKeyOf(model), true),
      );
    },
    unloadModel: async (model, { unloadDependents = false, ...options } = {}) => {
      const parameters = { unload_dependents: { bool_param: unloadDependents } };
      await askAll(rpc.repositoryModelUnload, { model_name: model, parameters }, options, model, (host) =>
        host.noteModel(modelKeyOf(model), false),
      );
    },
    traceSettings: async ({ model = '', ...options } = {}) =>
      traceSettingsOf((await ask(rpc.traceSetting, { model_name: model, settings: {} }, options)).settings),
    updateTraceSettings: async (settings, { model = '', ...options } = {}) => {
      const request = { model_name: model, settings: traceMessages(settings) };
      return traceSettingsOf((await askAll(rpc.traceSetting, request, options)).settings);
    },
    logSettings: async (options = {}) =>
      logSettingsOf((await ask(rpc.logSettings, { settings: {} }, options)).settings),
    updateLogSettings: async (settings, options = {}) =>
      logSettingsOf((await askAll(rpc.logSettings, { settings: logMessages(settings) }, options)).settings),
    healthCheck: async ({ service = '', ...options } = {}) => (await ask(rpc.healthCheck, { service }, options)).status,
  };
};
