import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Report, ReportRequest } from '@transledger/sdk';
import { type FormEvent, useState } from 'react';
import { service } from '../../app/service';
import { useSession } from '../../app/session';
import { reportStateWords } from '../../app/words';
import { Button } from '../../ui/button';
import { DataTable } from '../../ui/data-table';
import { Failure } from '../../ui/failure';
import { Field } from '../../ui/field';
import { Loaded } from '../../ui/loaded';
import { saveFile } from '../../ui/save-file';
import { Screen } from '../../ui/screen';
import { Time } from '../../ui/time';
import { Word } from '../../ui/word';
import { ReportText } from './report-text';

const types: readonly Report['type'][] = [
  'gdpr_dpa',
  'gdpr_dpia',
  'eu_ai_act',
  'vahti',
  'soc2',
  'iso27001',
  'usage',
  'audit',
];
const formats: readonly Report['format'][] = ['pdf', 'json', 'csv', 'xlsx'];
const lookMs = 2_000;

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);
const daysAgo = (days: number): string => dayOf(new Date(Date.now() - days * 86_400_000));

const useReportNames = (): Record<Report['type'], string> => {
  const { t } = useLingui();
  return {
    gdpr_dpa: t`GDPR: data processing`,
    gdpr_dpia: t`GDPR: impact assessment`,
    eu_ai_act: t`EU AI Act`,
    vahti: t`VAHTI`,
    soc2: t`SOC 2`,
    iso27001: t`ISO 27001`,
    usage: t`Usage`,
    audit: t`Audit`,
  };
};

const OrderPart = () => {
  const { t } = useLingui();
  const queries = useQueryClient();
  const [type, setType] = useState<Report['type']>('gdpr_dpa');
  const [format, setFormat] = useState<Report['format']>('pdf');
  const [start, setStart] = useState(daysAgo(30));
  const [end, setEnd] = useState(dayOf(new Date()));
  const order = useMutation({
    mutationFn: (report: ReportRequest) => service.reports.create(report),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['reports'] }),
  });
  const nameOf = useReportNames();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!order.isPending) order.mutate({ type, format, period: { start, end } });
  };
  return (
    <form onSubmit={submit} aria-label={t`Order a report`}>
      <div className="filters">
        <Field label={t`Report`}>
          {(control) => (
            <select {...control} value={type} onChange={({ target }) => setType(target.value as Report['type'])}>
              {types.map((name) => (
                <option key={name} value={name}>
                  {nameOf[name]}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={t`Format`} hint={t`JSON can be read here too.`}>
          {(control) => (
            <select {...control} value={format} onChange={({ target }) => setFormat(target.value as Report['format'])}>
              {formats.map((name) => (
                <option key={name} value={name}>
                  {name.toUpperCase()}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={t`First day`}>
          {(control) => (
            <input {...control} type="date" required value={start} onChange={({ target }) => setStart(target.value)} />
          )}
        </Field>
        <Field label={t`Last day`}>
          {(control) => (
            <input {...control} type="date" required value={end} onChange={({ target }) => setEnd(target.value)} />
          )}
        </Field>
        <div className="field">
          <Button type="submit" look="main" isBusy={order.isPending}>
            <Trans>Order</Trans>
          </Button>
        </div>
      </div>
      {order.error && <Failure error={order.error} />}
    </form>
  );
};

/** Has a report read in place where it is JSON, and saves it. */
const ReportActions = ({ report, onRead }: { report: Report; onRead: (json: string) => void }) => {
  const fetched = useMutation({
    mutationFn: async (isRead: boolean) => {
      const file = await service.reports.download(report.id);
      if (isRead) return onRead(await file.text());
      saveFile(await file.blob(), file.filename ?? `${report.id}.${report.format}`);
    },
  });
  if (report.status !== 'completed')
    return report.error ? <span className="field-error">{report.error.message}</span> : null;
  return (
    <>
      <div className="row">
        <Button isBusy={fetched.isPending} onClick={() => fetched.mutate(false)}>
          <Trans>Download</Trans>
        </Button>
        {report.format === 'json' && (
          <Button look="quiet" isBusy={fetched.isPending} onClick={() => fetched.mutate(true)}>
            <Trans>Read</Trans>
          </Button>
        )}
      </div>
      {fetched.error && <Failure error={fetched.error} />}
    </>
  );
};

const ReportsScreen = () => {
  const { t, i18n } = useLingui();
  const { scopes } = useSession();
  const nameOf = useReportNames();
  const [read, setRead] = useState<string>();
  const reports = useQuery({
    queryKey: ['reports'],
    queryFn: ({ signal }) => service.reports.list({ limit: 100 }, { signal }).page(),
    refetchInterval: ({ state }) =>
      state.data?.reports.some(({ status }) => status === 'generating') ? lookMs : false,
  });
  return (
    <Screen title={t`Reports`}>
      {scopes.includes('compliance:write') && <OrderPart />}
      <Loaded query={reports}>
        {({ reports: rows }) => (
          <DataTable
            caption={t`Reports, newest first`}
            rows={rows}
            keyOf={({ id }) => id}
            empty={
              <p>
                <Trans>No report was ordered yet.</Trans>
              </p>
            }
            columns={[
              { name: t`Report`, cell: ({ type }) => nameOf[type], text: ({ type }) => type },
              { name: t`Format`, cell: ({ format }) => format.toUpperCase(), text: ({ format }) => format },
              {
                name: t`Period`,
                cell: ({ period }) => `${period.start} – ${period.end}`,
                text: ({ period }) => `${period.start}/${period.end}`,
              },
              {
                name: t`Ordered`,
                cell: (report) => <Time at={report.created_at} />,
                text: (report) => report.created_at,
              },
              {
                name: t`State`,
                cell: (report) => (
                  <>
                    <span
                      className={`badge ${report.status === 'completed' ? 'badge-good' : report.status === 'failed' ? 'badge-bad' : ''}`}
                    >
                      <Word of={reportStateWords} code={report.status} />
                    </span>
                    {report.status === 'generating' && (
                      <progress max={100} value={report.progress} aria-label={t`Progress`} />
                    )}
                    {report.size_bytes !== undefined && (
                      <span className="hint"> {i18n.number(Math.ceil(report.size_bytes / 1_024))} KiB</span>
                    )}
                  </>
                ),
                text: ({ status }) => status,
              },
              { name: t`File`, cell: (report) => <ReportActions report={report} onRead={setRead} /> },
            ]}
          />
        )}
      </Loaded>
      {read !== undefined && <ReportText json={read} onClose={() => setRead(undefined)} />}
    </Screen>
  );
};

export default ReportsScreen;
