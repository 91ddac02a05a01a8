import { useSearchParams } from 'wouter';

/** Filters, ids and languages of a screen, which stand in its address; an empty value takes one out. */
export const useFilters = <Name extends string>(names: readonly Name[]) => {
  const [parameters, setParameters] = useSearchParams();
  const filters = Object.fromEntries(names.map((name) => [name, parameters.get(name) ?? ''])) as Record<Name, string>;
  const change = (changes: Partial<Record<Name, string>>) =>
    setParameters(
      (before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries<string | undefined>(changes)) {
          if (value === undefined || value === '') after.delete(name);
          else after.set(name, value);
        }
        return after;
      },
      { replace: true },
    );
  return [filters, change] as const;
};
