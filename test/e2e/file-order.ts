import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const onServices = ['e2e', 'faults'];
const sharing = /sharedService\((\w+)\)/;

/** Name of the settings whose service a file shares; files that share none come first. */
const sharedBy = ({ moduleId }: TestSpecification): string => sharing.exec(readFileSync(moduleId, 'utf8'))?.[1] ?? '';

/**
 * Orders end-to-end files so that those that share a service follow each other. Vitest hands them out in this order, the next
 * one to the process that has ended its file, so that a kind of service is over before the one after the next begins.
 */
export class FileOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const groupOf = new Map(sorted.map((file) => [file, onServices.includes(file.project.name) ? sharedBy(file) : '']));
    return sorted.toSorted((one, other) => (groupOf.get(one) ?? '').localeCompare(groupOf.get(other) ?? ''));
  }
}
