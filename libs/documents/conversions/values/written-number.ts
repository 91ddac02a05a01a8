import type { ScalarTag } from 'yaml';

/** A number in the characters of its file: as a value it would lose digits. */
export class WrittenNumber {
  constructor(readonly source: string) {}
}

export const writtenNumberTag: ScalarTag = {
  tag: 'tag:yaml.org,2002:float',
  default: true,
  identify: (value) => value instanceof WrittenNumber,
  resolve: () => undefined,
  stringify: ({ value }) => (value as WrittenNumber).source,
};
