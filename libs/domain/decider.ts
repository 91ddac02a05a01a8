/**
 * A decider is the rules of one aggregate as plain functions: the events that a command causes in a state,
 * and the state after an event. Identity, time and randomness come in with the command.
 * `decide` throws a `Rejection` when the rules refuse, and returns no events when there is nothing to do.
 */
export interface Decider<Command, Event, State> {
  /** Aggregate name: the first part of its stream names. */
  category: string;
  initialState: State;
  decide: (command: Command, state: State) => Event[];
  evolve: (state: State, event: Event) => State;
}

/**
 * `Data` is made of types, never of interfaces: of types alone the compiler sees that an event is JSON throughout.
 */
export interface DomainEvent<Type extends string, Data> {
  type: Type;
  data: Data;
}

export const assertNever = (value: never): never => {
  throw new Error(`Unhandled case: ${JSON.stringify(value)}`);
};

export const fold = <Command, Event, State>(
  decider: Decider<Command, Event, State>,
  events: Iterable<Event>,
): State => {
  let state = decider.initialState;
  for (const event of events) state = decider.evolve(state, event);
  return state;
};
