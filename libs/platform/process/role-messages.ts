/** Message between a role process and the supervisor that forked it, over the IPC channel. */
export type RoleMessage =
  | { type: 'ready' }
  /** The role cannot run, with the reason in one line for the operator; `mayPass` where a server did not answer in time. */
  | { type: 'failed'; reason: string; mayPass: boolean }
  /** Reply to `collect-metrics`: the metrics of the role as prom-client gives them in JSON. */
  | { type: 'metrics'; requestId: number; metrics: object[] }
  /** The API requests the metrics of every role. */
  | { type: 'gather-metrics'; requestId: number };

export type SupervisorMessage =
  | { type: 'collect-metrics'; requestId: number }
  | { type: 'gathered-metrics'; requestId: number; metrics: object[][] };
