import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useSession } from '../../app/session';
import { Fact } from '../../ui/fact';
import { Failure } from '../../ui/failure';
import { Field } from '../../ui/field';
import { Notice } from '../../ui/notice';
import { pinnedIn } from './log-trust';
import { type FactName, verifyFile } from './verified-file';

/** Verifies a receipt or an export that somebody has, without a request to the service. */
export const VerifyPart = () => {
  const { t } = useLingui();
  const { organization } = useSession();
  const verify = useMutation({
    mutationFn: (file: File) => verifyFile(file, pinnedIn(localStorage, organization.id)?.verifierKey),
  });
  const nameOf: Record<FactName, string> = {
    entry: t`Entry`,
    export: t`Export`,
    line: t`Line`,
    organization: t`Organization`,
    log: t`Log`,
    size: t`Entries of the log`,
    entries: t`Entries`,
    leftOut: t`Entries that are left out`,
    erased: t`Erased values`,
    key: t`Key`,
  };
  const [isOver, setIsOver] = useState(false);
  const take = (files: FileList | null) => {
    const [file] = files ?? [];
    if (file !== undefined) verify.mutate(file);
  };
  return (
    <section>
      <h2>
        <Trans>Verify a file</Trans>
      </h2>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the field within does the same by keys */}
      <div
        className={`verify-drop ${isOver ? 'verify-drop-over' : ''}`}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setIsOver(false);
          take(event.dataTransfer.files);
        }}
      >
        <Field
          label={t`Receipt (JSON) or export (NDJSON)`}
          hint={t`Choose a file or drop it here. It stays on this machine: it is verified here, with the key that this browser pinned.`}
        >
          {(control) => (
            <input {...control} type="file" accept=".json,.ndjson" onChange={({ target }) => take(target.files)} />
          )}
        </Field>
      </div>
      <p>
        <a href="/console/verifier.html" download="transledger-verifier.html">
          <Trans>Download the offline verifier</Trans>
        </a>
        {' – '}
        <Trans>
          one file that opens from disk, for those who would rather not trust the page of the service that they check.
        </Trans>
      </p>
      {verify.isPending && (
        <p role="status">
          <Trans>Verifying…</Trans>
        </p>
      )}
      {verify.error && <Failure error={verify.error} />}
      {verify.data && (
        <Notice kind={verify.data.isProven ? 'good' : 'bad'}>
          <p>{verify.data.isProven ? <Trans>Proven.</Trans> : <Trans>Not proven: {verify.data.reason}.</Trans>}</p>
          <dl>
            {verify.data.facts.map(([name, value]) => (
              <Fact key={name} name={nameOf[name]}>
                {value || <Trans>the one in the file, which proves that the file is whole and not whose it is</Trans>}
              </Fact>
            ))}
          </dl>
        </Notice>
      )}
    </section>
  );
};
