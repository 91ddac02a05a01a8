/** Finds the nodes that hold streams, by the id that each has for as long as its process lives. */
export interface NodeDirectory {
  /** Lists a node under an address, `host:port`, from now until `close`, or until it has not lived for some seconds. */
  announce(nodeId: string, address: string): Promise<void>;
  /** The address of a node that lives; undefined when there is none. */
  addressOf(nodeId: string): Promise<string | undefined>;
  /** Takes the announced node out. Never rejects: an entry that cannot be removed runs out. */
  close(): Promise<void>;
}
