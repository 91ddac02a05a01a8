import featuresMessages, { type SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js';
import type { handleUnaryCall } from '@grpc/grpc-js';

const SERVER_VERSION = '24.10.0';

const STREAMS = 'event_store.client.streams.streams';

const methods = (batchAppend: boolean): [service: string, method: string, features: string[]][] => [
  [STREAMS, 'read', ['position', 'events']],
  [STREAMS, 'append', []],
  [STREAMS, 'delete', []],
  [STREAMS, 'tombstone', []],
  ...(batchAppend ? ([[STREAMS, 'batchappend', ['deadline_duration']]] satisfies [string, string, string[]][]) : []),
  ['event_store.client.gossip.gossip', 'read', []],
  ['event_store.client.server_features.serverfeatures', 'getsupportedmethods', []],
];

/** `GetSupportedMethods`: decides whether the client uses `BatchAppend` or falls back to `Append`. */
export const supportedMethodsHandler =
  (batchAppend: boolean): handleUnaryCall<unknown, SupportedMethods> =>
  (_call, callback) => {
    const supported = new featuresMessages.SupportedMethods().setEventStoreServerVersion(SERVER_VERSION);
    for (const [service, method, features] of methods(batchAppend)) {
      const entry = new featuresMessages.SupportedMethod().setServiceName(service).setMethodName(method);
      supported.addMethods(entry.setFeaturesList(features));
    }
    callback(null, supported);
  };
