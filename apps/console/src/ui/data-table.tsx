import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { CopyButton } from './copy-button';
import { type CsvColumn, csvOf } from './csv';

export interface Column<Row> extends CsvColumn<Row> {
  /** The content of a cell. */
  cell: (row: Row) => ReactNode;
}

interface DataTableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** What is said where there is no row: what to do. */
  empty: ReactNode;
}

/** A table that can be copied as CSV. */
export const DataTable = <Row,>({ caption, columns, rows, keyOf, empty }: DataTableProps<Row>) => {
  if (rows.length === 0) return <div className="soft">{empty}</div>;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is reached by the keyboard */}
      <section className="scroll" tabIndex={0} aria-label={caption}>
        <table>
          <caption className="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              {columns.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={keyOf(row)}>
                {columns.map(({ name, cell }) => (
                  <td key={name}>{cell(row)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <CopyButton text={csvOf(columns, rows)}>
        <Trans>Copy the table as CSV</Trans>
      </CopyButton>
    </>
  );
};
