import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const sharing = /sharedService\((\w+)\)/;

/** Name of the settings whose service a file shares; files that share none come first. */
const sharedBy = ({ moduleId }: TestSpecification): string => sharing.exec(readFileSync(moduleId, 'utf8'))?.[1] ?? '';

/** Orders end-to-end files so that those that share a service follow each other, and one at a time is enough. */
export class FileOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const groupOf = new Map(sorted.map((file) => [file, file.project.name === 'e2e' ? sharedBy(file) : '']));
    return sorted.toSorted((one, other) => (groupOf.get(one) ?? '').localeCompare(groupOf.get(other) ?? ''));
  }
}
