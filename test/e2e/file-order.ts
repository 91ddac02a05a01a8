import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Projects whose files drive services. */
const onServices = /(^|-)e2e$|^cluster$/;
/** So many files further on begins the next turn. */
const turnStep = 7;
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
    const groupOf = new Map(sorted.map((file) => [file, onServices.test(file.project.name) ? sharedBy(file) : '']));
    const ordered = sorted.toSorted((one, other) => (groupOf.get(one) ?? '').localeCompare(groupOf.get(other) ?? ''));
    // A run that may be cut short begins elsewhere each time, so that what one left out comes first in another.
    const turn = ordered.length === 0 ? 0 : (Number(process.env.TEST_TURN ?? 0) * turnStep) % ordered.length;
    return [...ordered.slice(turn), ...ordered.slice(0, turn)];
  }
}
