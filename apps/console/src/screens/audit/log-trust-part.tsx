import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { service } from '../../app/service';
import { useSession } from '../../app/session';
import { Button } from '../../ui/button';
import { Failure } from '../../ui/failure';
import { Notice } from '../../ui/notice';
import { checkConsistency, pin, pinnedIn } from './log-trust';

/** Whether the log is the continuation of the one that this browser saw last: quiet while it is, loud when it is not. */
export const LogTrustPart = () => {
  const { i18n } = useLingui();
  const { organization } = useSession();
  const queries = useQueryClient();
  const keys = useQuery({ queryKey: ['audit-keys'], queryFn: () => service.auditLogs.keys() });
  const newest = keys.data?.keys.at(-1)?.verifier_key;
  const pinned = pinnedIn(localStorage, organization.id);
  const trust = useQuery({
    // Not by the key that is pinned: the first look pins it, and would be looked over at once by the second.
    queryKey: ['audit-trust', organization.id, newest],
    enabled: newest !== undefined,
    queryFn: () => {
      if (pinned === null && newest !== undefined)
        pin(localStorage, organization.id, { verifierKey: newest, checkpoint: null });
      return checkConsistency(service.auditLogs, localStorage, organization.id);
    },
    refetchInterval: 60_000,
  });
  const takeNewKey = () => {
    if (newest === undefined) return;
    pin(localStorage, organization.id, { verifierKey: newest, checkpoint: pinned?.checkpoint ?? null });
    void queries.invalidateQueries({ queryKey: ['audit-trust'] });
  };
  const error = keys.error ?? trust.error;
  if (error) return <Failure error={error} onRetry={() => void (keys.error ? keys.refetch() : trust.refetch())} />;
  const { data } = trust;
  switch (data?.kind) {
    case undefined:
    case 'first':
    case 'consistent':
      return (
        <details className="hint audit-trust">
          <summary>
            {data === undefined && <Trans>The log is verified…</Trans>}
            {data?.kind === 'first' && (
              <Trans>
                This browser has pinned the log's key, and will notice when the log is signed with another one or
                changes what was in it.
              </Trans>
            )}
            {data?.kind === 'consistent' && (
              <Trans>
                Verified in this browser: the log of {i18n.number(data.size)} entries continues the one of{' '}
                {i18n.number(data.from)} that it saw last.
              </Trans>
            )}
          </summary>
          <p className="fixed">{pinned?.verifierKey ?? newest}</p>
        </details>
      );
    case 'otherKey':
      return (
        <Notice kind="bad">
          <p>
            <Trans>
              The log is signed with another key than the one that this browser pinned. If your administrators have told
              you of a new key, compare it, and take it. Otherwise somebody may be showing you another log.
            </Trans>
          </p>
          <p className="fixed">
            <Trans>Pinned: {pinned?.verifierKey}</Trans>
          </p>
          <p className="fixed">
            <Trans>Now: {newest}</Trans>
          </p>
          <Button look="danger" onClick={takeNewKey}>
            <Trans>Take the new key</Trans>
          </Button>
        </Notice>
      );
    case 'inconsistent':
      return (
        <Notice kind="bad">
          <p>
            <Trans>
              The log is not the continuation of the one that this browser saw: of the {i18n.number(data.from)} entries
              that it knew, some were changed or removed. Tell your auditors, and keep this browser's data.
            </Trans>
          </p>
        </Notice>
      );
  }
};
