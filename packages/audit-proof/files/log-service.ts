/** A rotation of a log's key, as the list of entries has it. */
export interface RotationEntry {
  id: string;
  action?: unknown;
  metadata?: { verifier_key?: unknown; log?: unknown };
}

/** The parts of a service that a witness of its log asks; hashes and leaves are base64. */
export interface LogService {
  /** The keys of the log, the newest last. */
  keys(): Promise<{ keys: readonly { verifier_key: string }[] }>;
  checkpoint(): Promise<{ checkpoint: string }>;
  consistency(sizes: { from: number; to: number }): Promise<{ hashes: readonly string[] }>;
  /** The entries `log_key_rotate`. */
  rotations(): Promise<{ entries: readonly RotationEntry[] }>;
  proof(id: string, tree: { size: number }): Promise<{ leaf: string; leaf_index: number; hashes: readonly string[] }>;
}

/** A service by what gets the data of a path behind `/v1/compliance/audit-logs/`. */
export const logServiceAt = (get: (path: string) => Promise<unknown>): LogService => {
  const data = async <Data>(path: string): Promise<Data> => (await get(path)) as Data;
  return {
    keys: () => data('keys'),
    checkpoint: () => data('checkpoint'),
    consistency: ({ from, to }) => data(`consistency?from=${from}&to=${to}`),
    rotations: () => data('?action=log_key_rotate&limit=1000'),
    proof: (id, { size }) => data(`${id}/proof?size=${size}`),
  };
};
