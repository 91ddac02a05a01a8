import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { DocumentReport } from '@transledger/sdk';
import { service } from '../../app/service';
import { DataTable } from '../../ui/data-table';
import { Fact } from '../../ui/fact';
import { Failure } from '../../ui/failure';

const counts = [
  ['found', msg`Found`],
  ['translated', msg`Translated`],
  ['repeated', msg`Repeated from an equal one`],
  ['repaired', msg`Format repaired`],
  ['overflowed', msg`Too long for their place`],
  ['skipped', msg`Left as they were`],
] as const satisfies readonly (readonly [keyof DocumentReport['segments'], unknown])[];

/** What became of the segments of a document: its fidelity report. */
export const ReportPart = ({ id, target }: { id: string; target: string }) => {
  const { t, i18n } = useLingui();
  const { data, error } = useQuery({
    queryKey: ['document-report', id, target],
    queryFn: () => service.documents.report(id, { target }),
  });
  return (
    <section aria-label={t`Fidelity report`}>
      <h3>
        <Trans>Fidelity report</Trans>
      </h3>
      <p className="hint">
        <Trans>A segment is a paragraph, a heading, a cell or the like.</Trans>
      </p>
      {error && <Failure error={error} />}
      {data && (
        <>
          <dl>
            {counts.map(([name, label]) => (
              <Fact key={name} name={i18n._(label)}>
                {i18n.number(data.segments[name])}
              </Fact>
            ))}
          </dl>
          {data.skipped.length > 0 && (
            <DataTable
              caption={t`Texts left as they were`}
              rows={data.skipped}
              keyOf={({ part, reason }) => `${part} ${reason}`}
              empty={null}
              columns={[
                { name: t`Left as it was`, cell: ({ reason }) => reason, text: ({ reason }) => reason },
                { name: t`Part`, cell: ({ part }) => part, text: ({ part }) => part },
                { name: t`Times`, cell: ({ count }) => i18n.number(count), text: ({ count }) => String(count) },
              ]}
            />
          )}
          <DataTable
            caption={t`Remarks`}
            rows={data.warnings}
            keyOf={({ part, code }) => `${part} ${code}`}
            empty={
              <p>
                <Trans>There are no remarks.</Trans>
              </p>
            }
            columns={[
              { name: t`Remark`, cell: ({ message }) => message, text: ({ message }) => message },
              { name: t`Part`, cell: ({ part }) => part, text: ({ part }) => part },
              { name: t`Times`, cell: ({ count }) => i18n.number(count), text: ({ count }) => String(count) },
            ]}
          />
        </>
      )}
    </section>
  );
};
