import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Organization, ProcessingRecord, ProcessingRecordFields } from '@transledger/sdk';
import type { FormEvent } from 'react';
import { service } from '../../app/service';
import { useSession } from '../../app/session';
import { Button } from '../../ui/button';
import { Failure } from '../../ui/failure';
import { Field } from '../../ui/field';
import { Loaded } from '../../ui/loaded';
import { Screen } from '../../ui/screen';
import { useToast } from '../../ui/toasts';
import { RetentionField } from './retention-field';

const PasswordPart = () => {
  const { t } = useLingui();
  const toast = useToast();
  const change = useMutation({
    mutationFn: (passwords: { current: string; new: string }) => service.session.changePassword(passwords),
    onSuccess: () => toast(t`The password was changed. Other sessions of yours have ended.`),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const form = event.currentTarget;
    if (change.isPending) return;
    change.mutate(
      { current: String(data.get('current')), new: String(data.get('new')) },
      { onSuccess: () => form.reset() },
    );
  };
  return (
    <section>
      <h2>
        <Trans>Your password</Trans>
      </h2>
      <form onSubmit={submit}>
        <div className="filters">
          <Field label={t`Present password`}>
            {(control) => (
              <input {...control} name="current" type="password" autoComplete="current-password" required />
            )}
          </Field>
          <Field label={t`New password`} hint={t`At least 12 characters.`}>
            {(control) => (
              <input
                {...control}
                name="new"
                type="password"
                autoComplete="new-password"
                minLength={12}
                maxLength={256}
                required
              />
            )}
          </Field>
          <div className="field">
            <Button type="submit" isBusy={change.isPending}>
              <Trans>Change the password</Trans>
            </Button>
          </div>
        </div>
        {change.error && <Failure error={change.error} />}
      </form>
    </section>
  );
};

const OrganizationForm = ({ organization }: { organization: Organization }) => {
  const { t } = useLingui();
  const queries = useQueryClient();
  const toast = useToast();
  const change = useMutation({
    mutationFn: (changes: Parameters<typeof service.organization.update>[0]) => service.organization.update(changes),
    onSuccess: () => {
      toast(t`The settings were changed.`);
      return queries.invalidateQueries({ queryKey: ['organization'] });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    if (change.isPending) return;
    change.mutate({
      name: String(given.get('name')),
      retention: { documents: String(given.get('documents')), reports: String(given.get('reports')) },
    });
  };
  return (
    <form onSubmit={submit}>
      <div className="filters">
        <Field label={t`Name`}>
          {(control) => <input {...control} name="name" defaultValue={organization.name} required maxLength={100} />}
        </Field>
        <RetentionField label={t`Documents are kept for`} name="documents" now={organization.retention.documents} />
        <RetentionField label={t`Reports are kept for`} name="reports" now={organization.retention.reports} />
        <div className="field">
          <Button type="submit" isBusy={change.isPending}>
            <Trans>Save</Trans>
          </Button>
        </div>
      </div>
      {change.error && <Failure error={change.error} />}
    </form>
  );
};

const OrganizationPart = () => {
  const organization = useQuery({
    queryKey: ['organization'],
    queryFn: ({ signal }) => service.organization.get({ signal }),
  });
  return (
    <section>
      <h2>
        <Trans>Organization and retention</Trans>
      </h2>
      <Loaded query={organization}>
        {(data) => <OrganizationForm key={JSON.stringify(data)} organization={data} />}
      </Loaded>
    </section>
  );
};

const linesIn = (text: unknown): string[] =>
  String(text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const RecordForm = ({ record }: { record: ProcessingRecord }) => {
  const { t } = useLingui();
  const queries = useQueryClient();
  const toast = useToast();
  const save = useMutation({
    mutationFn: (fields: ProcessingRecordFields) => service.compliance.setProcessingRecord(fields),
    onSuccess: () => {
      toast(t`The record was saved.`);
      return queries.invalidateQueries({ queryKey: ['processing-record'] });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const text = (name: string) => String(given.get(name)).trim() || null;
    if (save.isPending) return;
    save.mutate({
      controller: text('controller'),
      representative: text('representative'),
      data_protection_officer: text('data_protection_officer'),
      purposes: linesIn(given.get('purposes')),
      legal_bases: linesIn(given.get('legal_bases')),
      recipients: linesIn(given.get('recipients')),
      sub_processors: linesIn(given.get('sub_processors')),
    });
  };
  const line = (name: 'controller' | 'representative' | 'data_protection_officer', label: string) => (
    <Field label={label}>{(control) => <input {...control} name={name} defaultValue={record[name] ?? ''} />}</Field>
  );
  const lines = (name: 'purposes' | 'legal_bases' | 'recipients' | 'sub_processors', label: string) => (
    <Field label={label} hint={t`One in each line.`}>
      {(control) => <textarea {...control} name={name} rows={3} defaultValue={record[name].join('\n')} />}
    </Field>
  );
  return (
    <form onSubmit={submit}>
      {line('controller', t`Controller`)}
      {line('representative', t`Representative`)}
      {line('data_protection_officer', t`Data protection officer`)}
      {lines('purposes', t`Purposes`)}
      {lines('legal_bases', t`Legal bases`)}
      {lines('recipients', t`Recipients`)}
      {lines('sub_processors', t`Sub-processors`)}
      <Button type="submit" isBusy={save.isPending}>
        <Trans>Save the record</Trans>
      </Button>
      {save.error && <Failure error={save.error} />}
    </form>
  );
};

const RecordPart = () => {
  const record = useQuery({
    queryKey: ['processing-record'],
    queryFn: ({ signal }) => service.compliance.processingRecord({ signal }),
  });
  return (
    <section>
      <h2>
        <Trans>Record of processing</Trans>
      </h2>
      <p>
        <Trans>What the GDPR reports say of your organization (Article 30).</Trans>
      </p>
      <Loaded query={record}>{(data) => <RecordForm key={data.updated_at} record={data} />}</Loaded>
    </section>
  );
};

const SettingsScreen = () => {
  const { t } = useLingui();
  const { scopes } = useSession();
  return (
    <Screen title={t`Settings`}>
      <PasswordPart />
      {scopes.includes('organization:manage') && <OrganizationPart />}
      {scopes.includes('compliance:write') && <RecordPart />}
    </Screen>
  );
};

export default SettingsScreen;
