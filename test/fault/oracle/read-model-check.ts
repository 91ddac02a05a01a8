type CommandLine = <T>(...args: string[]) => Promise<T>;

interface ProjectionList {
  projections: { name: string; lagEvents?: number; parkedEvents: number }[];
}

/** Projections that are behind the log, with the number of events. */
export const projectionsBehind = async (commandLine: CommandLine): Promise<string[]> => {
  const { projections } = await commandLine<ProjectionList>('projections', 'status');
  return projections.filter(({ lagEvents }) => lagEvents !== 0).map(({ name, lagEvents }) => `${name}: ${lagEvents}`);
};

/** Parked events, and read models that differ from a replay of the log. */
export const readModelViolations = async (commandLine: CommandLine): Promise<string[]> => {
  const { projections } = await commandLine<ProjectionList>('projections', 'status');
  const violations: string[] = [];
  for (const { name, parkedEvents } of projections) {
    if (parkedEvents > 0) violations.push(`${name}: ${parkedEvents} events parked`);
    const rebuilt = await commandLine<{ comparison: { kind: string } }>('projections', 'rebuild', name);
    if (rebuilt.comparison.kind !== 'equal') violations.push(`${name}: ${rebuilt.comparison.kind} to its replay`);
  }
  return violations;
};
