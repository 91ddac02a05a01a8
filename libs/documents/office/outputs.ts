import { allConversionOutputs, conversionOutputs } from '#libs/documents/conversions/conversions.js';
import { allOfficeOutputs, officeOutputs } from './office-filters.js';

/** Files that become this one are also what it becomes by the office program. */
const byWay = 'html';

/** The formats that the office program makes of files that first become HTML; none where files do not. */
const outputsByWay = (from: string): readonly string[] =>
  conversionOutputs(from).includes(byWay) ? officeOutputs(byWay).filter((format) => format !== from) : [];

/** How a file becomes one of another format: in a thread, by the office program, or by that as HTML. */
export type Way = 'thread' | 'office' | { by: string };

/** The first way that there is, undefined where the one does not become the other. */
export const wayOf = (from: string, to: string): Way | undefined => {
  if (conversionOutputs(from).includes(to)) return 'thread';
  if (officeOutputs(from).includes(to)) return 'office';
  return outputsByWay(from).includes(to) ? { by: byWay } : undefined;
};

/** Whether a text document becomes one that cannot tell deleted and hidden text from that which shows. */
export const showsTextAlone = (from: string, to: string): boolean =>
  officeOutputs(from).includes('txt') && from !== byWay && (to === 'txt' || to === 'html');

/** The formats that files of a format become, without itself. */
export const outputsOf = (from: string, isOfficeInstalled: boolean): readonly string[] => {
  const byOffice = isOfficeInstalled ? [...officeOutputs(from), ...outputsByWay(from)] : [];
  return [...new Set([...conversionOutputs(from), ...byOffice])];
};

/** Every format that files become. */
export const allOutputs: readonly string[] = [...new Set([...allOfficeOutputs, ...allConversionOutputs])];
