import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { nameOf } from '../../app/people';
import { service } from '../../app/service';
import { useSession } from '../../app/session';
import { actionWords, resourceWords, resultWords } from '../../app/words';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { CloseButton, Dialog } from '../../ui/dialog';
import { Fact } from '../../ui/fact';
import { Failure } from '../../ui/failure';
import { saveFile } from '../../ui/save-file';
import { Time } from '../../ui/time';
import { Word, type Words } from '../../ui/word';
import { pinnedIn, verifyEntry } from './log-trust';

/** The fields of an entry that are codes, with their words. */
const wordsOf: Readonly<Record<string, Words>> = { action: actionWords, resource: resourceWords, result: resultWords };

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The proof of an entry, which this browser verifies itself. */
const ProofPart = ({ id }: { id: string }) => {
  const { i18n } = useLingui();
  const { organization } = useSession();
  const pinned = pinnedIn(localStorage, organization.id);
  const proof = useQuery({
    queryKey: ['audit-proof', id, pinned?.verifierKey],
    enabled: false,
    queryFn: async () => {
      const receipt = JSON.stringify(await service.auditLogs.receipt(id));
      return { receipt, verdict: await verifyEntry(receipt, pinned?.verifierKey ?? '') };
    },
  });
  const { data, error, isFetching, refetch } = proof;
  const save = () => saveFile(new Blob([data?.receipt ?? ''], { type: 'application/json' }), `${id}.receipt.json`);
  return (
    <section>
      <h3>
        <Trans>Proof</Trans>
      </h3>
      <div className="row">
        <Button look="main" isBusy={isFetching} isDisabled={pinned === null} onClick={() => void refetch()}>
          <Trans>Verify in this browser</Trans>
        </Button>
        {data && (
          <Button onClick={save}>
            <Trans>Save the receipt</Trans>
          </Button>
        )}
      </div>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      <div aria-live="polite">
        {data?.verdict.kind === 'fault' && (
          <div className="notice notice-bad">
            <p>
              <Trans>Not proven: {data.verdict.reason}.</Trans>
            </p>
          </div>
        )}
        {data?.verdict.kind === 'proven' && (
          <div className="notice notice-good">
            <p>
              <Trans>Proven in this browser, with the key that it pinned:</Trans>
            </p>
            <ol>
              <li>
                <Trans>
                  The checkpoint of {i18n.number(data.verdict.size)} entries of <code>{data.verdict.origin}</code> is
                  signed with the pinned key.
                </Trans>
              </li>
              <li>
                <Trans>
                  The leaf of this entry, number {i18n.number(data.verdict.index)}, leads to the root hash of that
                  checkpoint.
                </Trans>
              </li>
              <li>
                {data.verdict.erased > 0 ? (
                  <Trans>
                    What is shown is what the leaf says; {data.verdict.erased} values were erased and open no more.
                  </Trans>
                ) : (
                  <Trans>
                    What is shown is what the leaf says, and every commitment opens to the value that is shown.
                  </Trans>
                )}
              </li>
            </ol>
          </div>
        )}
      </div>
    </section>
  );
};

/** An entry with all its fields, and its proof. */
export const EntryDialog = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery({
    queryKey: ['audit-entry', id],
    queryFn: () => service.auditLogs.get(id),
  });
  return (
    <Dialog title={t`Entry ${id}`} onClose={onClose}>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          <dl>
            <dt>
              <Trans>Time</Trans>
            </dt>
            <dd>
              <Time at={data.entry.timestamp} /> <span className="soft fixed">{data.entry.timestamp}</span>
            </dd>
            <dt>
              <Trans>Who</Trans>
            </dt>
            <dd>
              {nameOf(data.entry.user_id, data.people)} <span className="soft fixed">{data.entry.user_id}</span>
            </dd>
            {Object.entries(data.entry)
              .filter(([name]) => !['id', 'timestamp', 'user_id', 'metadata', 'openings'].includes(name))
              .map(([name, value]) => (
                <Fact key={name} name={name}>
                  {wordsOf[name] && (
                    <>
                      <Word of={wordsOf[name]} code={shown(value)} />{' '}
                    </>
                  )}
                  <span className={wordsOf[name] && 'soft fixed'}>{value === null ? '–' : shown(value)}</span>
                </Fact>
              ))}
            {Object.entries(data.entry.metadata).map(([name, value]) => (
              <Fact key={`metadata.${name}`} name={name} isFixed>
                {shown(value)}
              </Fact>
            ))}
          </dl>
          <ProofPart id={id} />
        </>
      )}
      <form method="dialog" className="row">
        <CloseButton />
        <CopyButton text={data ? JSON.stringify(data.entry, null, 2) : ''}>
          <Trans>Copy as JSON</Trans>
        </CopyButton>
      </form>
    </Dialog>
  );
};
