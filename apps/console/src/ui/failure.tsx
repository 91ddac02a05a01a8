import { Trans } from '@lingui/react/macro';
import { TransledgerError } from '@transledger/sdk';
import { Button } from './button';
import { Notice } from './notice';

interface FailureProps {
  error: unknown;
  /** Tries again what failed. */
  onRetry?: () => void;
}

const isUnreachable = (error: unknown): boolean =>
  error instanceof TransledgerError && (error.code === 'connection_failed' || error.code === 'timeout');

const requestIdOf = (error: unknown): string | undefined =>
  error instanceof Error && 'requestId' in error && typeof error.requestId === 'string' ? error.requestId : undefined;

const scopeOf = (error: unknown): string | undefined => {
  if (!(error instanceof Error && 'details' in error)) return undefined;
  const details = error.details as { required_scope?: unknown; missing_scopes?: unknown } | undefined;
  const scope = details?.required_scope ?? details?.missing_scopes;
  return scope === undefined ? undefined : String(scope);
};

/** What went wrong, with what support asks for and what to do next. */
export const Failure = ({ error, onRetry }: FailureProps) => {
  const requestId = requestIdOf(error);
  const scope = scopeOf(error);
  return (
    <Notice kind="bad">
      <p>
        {isUnreachable(error) ? (
          <Trans>The service cannot be reached. Nothing that you typed is lost; try again in a moment.</Trans>
        ) : (
          (error as Error).message
        )}
      </p>
      {scope && (
        <p>
          <Trans>
            Missing: <code>{scope}</code>. An owner of your organization can give you a role that has it.
          </Trans>
        </p>
      )}
      {requestId && (
        <p>
          <Trans>
            Request <code>{requestId}</code>
          </Trans>
        </p>
      )}
      {onRetry && (
        <Button onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      )}
    </Notice>
  );
};
