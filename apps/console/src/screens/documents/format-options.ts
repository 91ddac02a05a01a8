import type { DocumentFields, DocumentFormat } from '@transledger/sdk';

/** Values of the options of one format, by their names; those that are as they come are left out. */
export type OptionValues = Readonly<Record<string, unknown>>;

/** The format of a file by its name; the service looks at the content. */
export const formatOf = (name: string, formats: readonly DocumentFormat[]): DocumentFormat | undefined => {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase();
  return formats.find(({ extensions }) => extension !== undefined && extensions.includes(extension));
};

/** Names of keys or columns, one a line. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The fields of an upload that say what was chosen: nothing of what is as it comes. */
export const optionFields = (format: DocumentFormat | undefined, values: OptionValues): Partial<DocumentFields> => {
  const chosen = (place: 'options' | 'format_options') =>
    (format?.options ?? []).flatMap(({ name, in: own, default: usual }) => {
      const value = values[name];
      const isChosen = own === place && value !== undefined && value !== '' && value !== usual;
      return isChosen ? [[name, value] as const] : [];
    });
  const ofFormat = chosen('format_options');
  return {
    ...Object.fromEntries(chosen('options')),
    ...(ofFormat.length > 0 && { format_options: Object.fromEntries(ofFormat) }),
  };
};
