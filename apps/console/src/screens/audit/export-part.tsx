import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import type { Query } from '@transledger/sdk';
import { useState } from 'react';
import { service } from '../../app/service';
import { Button } from '../../ui/button';
import { Failure } from '../../ui/failure';
import { Field } from '../../ui/field';
import { saveFile } from '../../ui/save-file';
import { daysAsked } from './asked-days';
import type { Filters } from './use-audit-log';

const formats: readonly NonNullable<Query<'exportAuditLog'>['format']>[] = ['ndjson', 'csv', 'xlsx', 'ocsf', 'cef'];

/** Exports the entries of the filters' days as a file, with its progress. */
export const ExportPart = ({ filters: { start, end } }: { filters: Filters }) => {
  const { t, i18n } = useLingui();
  const [format, setFormat] = useState<(typeof formats)[number]>('ndjson');
  const [bytes, setBytes] = useState(0);
  const download = useMutation({
    mutationFn: async () => {
      setBytes(0);
      const file = await service.auditLogs.export({ format, ...daysAsked({ start, end }) });
      const pieces: BlobPart[] = [];
      let received = 0;
      for await (const piece of file) {
        pieces.push(piece as Uint8Array<ArrayBuffer>);
        received += piece.length;
        setBytes(received);
      }
      saveFile(new Blob(pieces, { type: file.mediaType }), file.filename ?? `audit-log.${format}`);
    },
  });
  return (
    <section>
      <h2>
        <Trans>Export</Trans>
      </h2>
      <p>
        <Trans>
          The entries of the days above, as a file. NDJSON has the proofs in it, and can be verified without this
          service.
        </Trans>
      </p>
      <div className="row">
        <Field label={t`Format`}>
          {(control) => (
            <select {...control} value={format} onChange={({ target }) => setFormat(target.value as typeof format)}>
              {formats.map((name) => (
                <option key={name} value={name}>
                  {name.toUpperCase()}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Button isBusy={download.isPending} onClick={() => download.mutate()}>
          <Trans>Export</Trans>
        </Button>
        <p className="hint" role="status">
          {download.isPending && <Trans>{i18n.number(Math.round(bytes / 1_024))} KiB received</Trans>}
          {download.isSuccess && <Trans>Saved, {i18n.number(Math.round(bytes / 1_024))} KiB</Trans>}
        </p>
      </div>
      {download.error && <Failure error={download.error} onRetry={() => download.mutate()} />}
    </section>
  );
};
