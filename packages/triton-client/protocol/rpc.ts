import { fileURLToPath } from 'node:url';
import { loadSync, type MethodDefinition, type PackageDefinition, type ServiceDefinition } from '@grpc/proto-loader';
import type {
  LogSettingMessage,
  ModelIndex,
  ModelMetadata,
  ModelStatistics,
  Named,
  RepositoryParameterMessage,
  ServerMetadata,
} from './control-messages.js';
import type {
  ModelInferRequestMessage,
  ModelInferResponseMessage,
  ModelStreamInferResponseMessage,
} from './infer-messages.js';
import type { ModelConfig } from './model-config.js';

/** One method of the service: its path, and the functions that write and read its messages. */
export interface Rpc<Request, Response> {
  readonly path: string;
  serialize(request: Request): Buffer;
  deserialize(bytes: Buffer): Response;
}

const folder = fileURLToPath(new URL('.', import.meta.url));

const load = (file: string, longs: typeof String | typeof Number): PackageDefinition =>
  loadSync(file, {
    includeDirs: [folder],
    keepCase: true,
    longs,
    enums: String,
    defaults: true,
    arrays: true,
    objects: true,
    // A virtual `parameter_choice` field would stand in the way of giving a configuration back to the server.
    oneofs: false,
  });

const isService = (definition: PackageDefinition[string] | undefined): definition is ServiceDefinition =>
  definition !== undefined && !('format' in definition);

const methodsOf = (definition: PackageDefinition, name: string): ServiceDefinition => {
  const service = definition[name];
  if (!isService(service)) throw new Error(`No service ${name} in the protocol`);
  return service;
};

// Tensors and parameters hold any int64; dimensions and statistics are read as numbers.
const exact = methodsOf(load('grpc_service.proto', String), 'inference.GRPCInferenceService');
const control = methodsOf(load('grpc_service.proto', Number), 'inference.GRPCInferenceService');
const healthService = methodsOf(load('health.proto', Number), 'grpc.health.v1.Health');

const rpc = <Request extends object, Response>(service: ServiceDefinition, name: string): Rpc<Request, Response> => {
  const method: MethodDefinition<object, object> | undefined = service[name];
  if (method === undefined) throw new Error(`No method ${name} in the protocol`);
  return {
    path: method.path,
    serialize: method.requestSerialize,
    deserialize: (bytes) => method.responseDeserialize(bytes) as Response,
  };
};

type None = Record<string, never>;
interface Settings<Value> {
  settings: Record<string, Value>;
}

export const modelInfer = rpc<ModelInferRequestMessage, ModelInferResponseMessage>(exact, 'ModelInfer');
export const modelStreamInfer = rpc<ModelInferRequestMessage, ModelStreamInferResponseMessage>(
  exact,
  'ModelStreamInfer',
);
export const serverLive = rpc<None, { live: boolean }>(control, 'ServerLive');
export const serverReady = rpc<None, { ready: boolean }>(control, 'ServerReady');
export const modelReady = rpc<Named, { ready: boolean }>(control, 'ModelReady');
export const serverMetadata = rpc<None, ServerMetadata>(control, 'ServerMetadata');
export const modelMetadata = rpc<Named, ModelMetadata>(control, 'ModelMetadata');
export const modelConfig = rpc<Named, { config: ModelConfig | null }>(control, 'ModelConfig');
export const modelStatistics = rpc<Named, { model_stats: ModelStatistics[] }>(control, 'ModelStatistics');
export const repositoryIndex = rpc<{ ready: boolean }, { models: ModelIndex[] }>(control, 'RepositoryIndex');
export const repositoryModelLoad = rpc<
  { model_name: string; parameters: Record<string, RepositoryParameterMessage> },
  None
>(control, 'RepositoryModelLoad');
export const repositoryModelUnload = rpc<
  { model_name: string; parameters: Record<string, RepositoryParameterMessage> },
  None
>(control, 'RepositoryModelUnload');
export const traceSetting = rpc<Settings<{ value: string[] }> & { model_name: string }, Settings<{ value: string[] }>>(
  control,
  'TraceSetting',
);
export const logSettings = rpc<Settings<LogSettingMessage>, Settings<LogSettingMessage>>(control, 'LogSettings');
export const healthCheck = rpc<{ service: string }, { status: HealthStatus }>(healthService, 'Check');

export type HealthStatus = 'UNKNOWN' | 'SERVING' | 'NOT_SERVING' | 'SERVICE_UNKNOWN';
