/** What a role process tells the supervisor that forked it, and what it is asked, over the IPC channel. */
export type RoleMessage =
  | { type: 'ready' }
  /** It cannot run, and why in one line for the operator. */
  | { type: 'failed'; reason: string }
  /** Answer to `collect-metrics`: its metrics as prom-client gives them in JSON. */
  | { type: 'metrics'; requestId: number; metrics: object[] }
  /** The API asks for the metrics of every role. */
  | { type: 'gather-metrics'; requestId: number };

export type SupervisorMessage =
  | { type: 'collect-metrics'; requestId: number }
  | { type: 'gathered-metrics'; requestId: number; metrics: object[][] };
