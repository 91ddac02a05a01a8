import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const sharing = /sharedService\((\w+)\)/;

/** Name of the settings whose service a file shares; those that share none come first. */
const sharedBy = ({ moduleId }: TestSpecification): string => sharing.exec(readFileSync(moduleId, 'utf8'))?.[1] ?? '';

/** End to end, the files that share a service one after the other, so that one is enough at a time. */
export class FileOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const groupOf = new Map(sorted.map((file) => [file, file.project.name === 'e2e' ? sharedBy(file) : '']));
    return sorted.toSorted((one, other) => (groupOf.get(one) ?? '').localeCompare(groupOf.get(other) ?? ''));
  }
}
