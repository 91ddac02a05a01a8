import { Trans, useLingui } from '@lingui/react/macro';
import { Fragment, useEffect, useRef } from 'react';
import { Button } from '../../ui/button';
import { DataTable } from '../../ui/data-table';

interface Statement {
  id: string;
  title: string;
  status: string;
  text: string;
}

type Value = string | number | null;

interface Table {
  title: string;
  columns: readonly { name: string }[];
  rows: readonly (readonly Value[])[];
}

interface Section extends Statement {
  figures?: readonly { name: string; value: number | string; unit: string }[];
  controls?: readonly Statement[];
  tables?: readonly Table[];
}

/** The parts of a report's JSON that are shown; all of it stands below them as it is. */
interface ReportContent {
  report: { title: string };
  method: string;
  sections: readonly Section[];
}

const lookOf: Readonly<Record<string, string>> = { evidenced: 'badge-good', not_evidenced: 'badge-warn' };

const Said = ({ status, text }: Statement) => {
  const { t } = useLingui();
  const names: Readonly<Record<string, string>> = {
    evidenced: t`Evidenced`,
    partly_evidenced: t`Partly evidenced`,
    not_evidenced: t`Not evidenced`,
    not_applicable: t`Not applicable`,
  };
  return (
    <>
      <p>
        <span className={`badge ${lookOf[status] ?? ''}`}>{names[status] ?? status}</span>
      </p>
      {text.split('\n\n').map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </>
  );
};

const TablePart = ({ table: { title, columns, rows } }: { table: Table }) => {
  const { i18n } = useLingui();
  const shown = (value: Value | undefined) => (typeof value === 'number' ? i18n.number(value) : (value ?? '–'));
  return (
    <section>
      <h4>{title}</h4>
      <DataTable<Table['rows'][number]>
        caption={title}
        rows={rows}
        keyOf={(row) => JSON.stringify(row)}
        empty={
          <p>
            <Trans>There is none.</Trans>
          </p>
        }
        columns={columns.map(({ name }, at) => ({
          name,
          cell: (row) => shown(row[at]),
          text: (row) => String(row[at] ?? ''),
        }))}
      />
    </section>
  );
};

const SectionPart = ({ section }: { section: Section }) => {
  const { i18n } = useLingui();
  return (
    <section>
      <h3>{section.title}</h3>
      <Said {...section} />
      {section.figures !== undefined && section.figures.length > 0 && (
        <dl>
          {section.figures.map(({ name, value, unit }) => (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>
                {typeof value === 'number' ? i18n.number(value) : value} {unit}
              </dd>
            </Fragment>
          ))}
        </dl>
      )}
      {section.tables?.map((table) => (
        <TablePart key={table.title} table={table} />
      ))}
      {section.controls?.map((control) => (
        <section key={control.id}>
          <h4>
            {control.id} {control.title}
          </h4>
          <Said {...control} />
        </section>
      ))}
    </section>
  );
};

/** A report that is read in place, of which the focus tells whoever asked that it is there. */
export const ReportText = ({ json, onClose }: { json: string; onClose: () => void }) => {
  const heading = useRef<HTMLHeadingElement>(null);
  const { report, method, sections } = JSON.parse(json) as ReportContent;
  useEffect(() => heading.current?.focus(), [json]);
  return (
    <section>
      <div className="row row-apart">
        <h2 ref={heading} tabIndex={-1}>
          {report.title}
        </h2>
        <Button onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </div>
      {sections.map((section) => (
        <SectionPart key={section.id} section={section} />
      ))}
      <h3>
        <Trans>Method and limits</Trans>
      </h3>
      {method.split('\n\n').map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      <details>
        <summary>
          <Trans>All of it, as JSON</Trans>
        </summary>
        <pre>{JSON.stringify(JSON.parse(json), null, 2)}</pre>
      </details>
    </section>
  );
};
