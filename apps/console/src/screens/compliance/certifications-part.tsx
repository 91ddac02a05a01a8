import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Certification, CertificationFields } from '@transledger/sdk';
import { type FormEvent, useState } from 'react';
import { service } from '../../app/service';
import { Button } from '../../ui/button';
import { Confirmation } from '../../ui/confirmation';
import { DataTable } from '../../ui/data-table';
import { Failure } from '../../ui/failure';
import { Field } from '../../ui/field';
import { Loaded } from '../../ui/loaded';
import { Time } from '../../ui/time';
import { useToast } from '../../ui/toasts';

const certificationsKey = ['certifications'] as const;

const dayOf = (time: string | undefined): string => time?.slice(0, 10) ?? '';

/** The fields of a form, of which an empty one says nothing. */
const fieldsOf = (given: FormData): CertificationFields => {
  const text = (name: string) => String(given.get(name) ?? '').trim() || null;
  const articles = (text('articles') ?? '')
    .split(',')
    .map((article) => article.trim())
    .filter((article) => article !== '');
  return {
    status: given.get('status') as CertificationFields['status'],
    articles: articles.length === 0 ? null : articles,
    level: text('level'),
    certificate_id: text('certificate_id'),
    report_period: text('report_period'),
    verified_at: text('verified_at'),
    expires_at: text('expires_at'),
    expected_date: text('expected_date'),
  };
};

interface RecordFormProps {
  /** The one that is changed; undefined for one that is not recorded yet. */
  recorded: Certification | undefined;
  onEnd: () => void;
}

const RecordForm = ({ recorded, onEnd }: RecordFormProps) => {
  const { t } = useLingui();
  const queries = useQueryClient();
  const toast = useToast();
  const [status, setStatus] = useState(recorded?.status ?? 'compliant');
  const record = useMutation({
    mutationFn: ({ standard, fields }: { standard: string; fields: CertificationFields }) =>
      service.certifications.record(standard, fields),
    onSuccess: () => {
      toast(t`The certification was recorded.`);
      onEnd();
      return queries.invalidateQueries({ queryKey: certificationsKey });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const standard = recorded?.standard ?? String(given.get('standard')).trim();
    if (!record.isPending) record.mutate({ standard, fields: fieldsOf(given) });
  };
  const line = (name: 'level' | 'certificate_id' | 'report_period', label: string) => (
    <Field label={label}>
      {(control) => <input {...control} name={name} maxLength={200} defaultValue={recorded?.[name] ?? ''} />}
    </Field>
  );
  const day = (name: 'verified_at' | 'expires_at' | 'expected_date', label: string, hint?: string) => (
    <Field label={label} hint={hint}>
      {(control) => <input {...control} name={name} type="date" defaultValue={dayOf(recorded?.[name])} />}
    </Field>
  );
  return (
    <form onSubmit={submit} aria-label={t`Record a certification`}>
      <p className="hint">
        <Trans>What has a * must be filled in.</Trans>
      </p>
      <div className="filters">
        <Field label={t`Standard`} isMarked>
          {(control) => (
            <input
              {...control}
              name="standard"
              required
              maxLength={100}
              readOnly={recorded !== undefined}
              defaultValue={recorded?.standard ?? ''}
              list="standards"
              autoComplete="off"
            />
          )}
        </Field>
        <datalist id="standards">
          {['ISO 27001', 'SOC 2 Type II', 'GDPR', 'EU AI Act', 'VAHTI'].map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <Field label={t`State`} isMarked>
          {(control) => (
            <select
              {...control}
              name="status"
              value={status}
              onChange={({ target }) => setStatus(target.value as typeof status)}
            >
              <option value="compliant">{t`Compliant`}</option>
              <option value="in_progress">{t`In progress`}</option>
            </select>
          )}
        </Field>
        {line('certificate_id', t`Number of the certificate`)}
        {line('level', t`Level`)}
        {line('report_period', t`Period of the report`)}
        <Field label={t`Articles`} hint={t`With commas between them.`}>
          {(control) => <input {...control} name="articles" defaultValue={recorded?.articles?.join(', ') ?? ''} />}
        </Field>
        {day('verified_at', t`Verified (UTC)`)}
        {day('expires_at', t`Ends (UTC)`, t`90, 30, 7 and 1 days before, notice is given.`)}
        {status === 'in_progress' && day('expected_date', t`Expected`)}
      </div>
      <div className="row">
        <Button type="submit" look="main" isBusy={record.isPending}>
          <Trans>Record</Trans>
        </Button>
        <Button onClick={onEnd}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
      {record.error && <Failure error={record.error} />}
    </form>
  );
};

const CertificationActions = ({ certification, onChange }: { certification: Certification; onChange: () => void }) => {
  const { t } = useLingui();
  const queries = useQueryClient();
  const [isAsked, setIsAsked] = useState(false);
  const { standard } = certification;
  const remove = useMutation({
    mutationFn: () => service.certifications.delete(standard),
    onSuccess: () => {
      setIsAsked(false);
      return queries.invalidateQueries({ queryKey: certificationsKey });
    },
  });
  return (
    <>
      <div className="row">
        <Button onClick={onChange} aria-label={t`Change ${standard}`}>
          <Trans>Change</Trans>
        </Button>
        <Button look="quiet" onClick={() => setIsAsked(true)} aria-label={t`Delete ${standard}`}>
          <Trans>Delete</Trans>
        </Button>
      </div>
      {isAsked && (
        <Confirmation
          title={t`Delete ${standard}?`}
          act={<Trans>Delete</Trans>}
          error={remove.error}
          isBusy={remove.isPending}
          onAct={() => remove.mutate()}
          onClose={() => setIsAsked(false)}
        >
          <p>
            <Trans>Reports name it no more, and no notice is given before its end. It can be recorded again.</Trans>
          </p>
        </Confirmation>
      )}
    </>
  );
};

/** What the organization says of its certifications. */
export const CertificationsPart = ({ mayChange }: { mayChange: boolean }) => {
  const { t } = useLingui();
  /** The standard that is changed; empty for a new one, undefined while none is written. */
  const [written, setWritten] = useState<string>();
  const certifications = useQuery({
    queryKey: certificationsKey,
    queryFn: ({ signal }) => service.certifications.list({}, { signal }).first(1_000),
  });
  const recorded = certifications.data?.find(({ standard }) => standard === written);
  return (
    <section>
      <h2>
        <Trans>Certifications</Trans>
      </h2>
      <p>
        <Trans>
          What your organization says of itself. Nobody checks it here; reports name it, and its end is announced.
        </Trans>
      </p>
      {mayChange && written === undefined && (
        <p>
          <Button onClick={() => setWritten('')}>
            <Trans>Record a certification…</Trans>
          </Button>
        </p>
      )}
      {mayChange && written !== undefined && (
        <RecordForm key={written} recorded={recorded} onEnd={() => setWritten(undefined)} />
      )}
      <Loaded query={certifications}>
        {(rows) => (
          <DataTable
            caption={t`Certifications`}
            rows={rows}
            keyOf={({ standard }) => standard}
            empty={
              <p>
                <Trans>None is recorded.</Trans>
              </p>
            }
            columns={[
              { name: t`Standard`, cell: ({ standard }) => standard, text: ({ standard }) => standard },
              {
                name: t`State`,
                cell: ({ status }) => (
                  <span className={`badge ${status === 'compliant' ? 'badge-good' : 'badge-warn'}`}>
                    {status === 'compliant' ? t`Compliant` : t`In progress`}
                  </span>
                ),
                text: ({ status }) => status,
              },
              {
                name: t`Certificate`,
                cell: ({ certificate_id: id }) => id ?? '–',
                text: ({ certificate_id: id }) => id ?? '',
              },
              {
                name: t`Verified`,
                cell: (certification) => <Time at={certification.verified_at} />,
                text: (certification) => certification.verified_at ?? '',
              },
              {
                name: t`Ends`,
                cell: (certification) => <Time at={certification.expires_at} />,
                text: (certification) => certification.expires_at ?? '',
              },
              {
                name: t`Change`,
                cell: (certification) =>
                  mayChange && (
                    <CertificationActions
                      certification={certification}
                      onChange={() => setWritten(certification.standard)}
                    />
                  ),
              },
            ]}
          />
        )}
      </Loaded>
    </section>
  );
};
