import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import type { Document, DocumentFormat } from '@transledger/sdk';
import { useState } from 'react';
import { service } from '../../app/service';
import { Button } from '../../ui/button';
import { Failure } from '../../ui/failure';
import { Field } from '../../ui/field';
import { saveFile } from '../../ui/save-file';

/** The translation in every format that it can have, and the uploaded file. */
export const DownloadPart = ({ document, format }: { document: Document; format: DocumentFormat | undefined }) => {
  const { t } = useLingui();
  const { id, filename, target_language: target } = document;
  const [output, setOutput] = useState(document.format);
  const [isBilingual, setIsBilingual] = useState(false);
  const download = useMutation({
    mutationFn: async () => {
      const query = { target, format: output, ...(isBilingual && { include_source: true }) };
      const file = await service.documents.download(id, query);
      saveFile(await file.blob(), file.filename ?? filename);
    },
  });
  const source = useMutation({
    mutationFn: async () => {
      const file = await service.documents.source(id);
      saveFile(await file.blob(), file.filename ?? filename);
    },
  });
  const error = download.error ?? source.error;
  return (
    <section aria-label={t`Download`}>
      <div className="row document-download">
        <Field label={t`Format`}>
          {(control) => (
            <select {...control} value={output} onChange={(event) => setOutput(event.target.value)}>
              {(format?.outputs ?? [document.format]).map((name) => (
                <option key={name} value={name}>
                  {name === document.format ? t`${name.toUpperCase()}, as it was uploaded` : name.toUpperCase()}
                </option>
              ))}
            </select>
          )}
        </Field>
        {format?.include_source && (
          <label className="choice">
            <input type="checkbox" checked={isBilingual} onChange={(event) => setIsBilingual(event.target.checked)} />
            <Trans>With the original beside it</Trans>
          </label>
        )}
        <Button look="main" isBusy={download.isPending} onClick={() => download.mutate()}>
          <Trans>Download</Trans>
        </Button>
        <Button isBusy={source.isPending} onClick={() => source.mutate()}>
          <Trans>Download the original</Trans>
        </Button>
      </div>
      {error && <Failure error={error} />}
    </section>
  );
};
