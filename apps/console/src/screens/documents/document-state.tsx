import { Trans, useLingui } from '@lingui/react/macro';
import type { Document } from '@transledger/sdk';
import { documentStateWords } from '../../app/words';
import { Word } from '../../ui/word';

const lookOf = {
  pending: '',
  processing: '',
  completed: 'badge-good',
  failed: 'badge-bad',
  expired: 'badge-warn',
} as const;

export const isUnderWay = (status: Document['status']): boolean => status === 'pending' || status === 'processing';

const secondsUntil = (time: string): number => Math.max(0, Math.round((Date.parse(time) - Date.now()) / 1_000));

const TimeLeft = ({ seconds }: { seconds: number }) => {
  const { i18n } = useLingui();
  if (seconds >= 90) return <Trans>about {i18n.number(Math.round(seconds / 60))} min left</Trans>;
  return seconds > 0 ? <Trans>about {i18n.number(seconds)} s left</Trans> : <Trans>a moment left</Trans>;
};

/** The state that a document is in; while it is translated, how far that is. */
export const StatePart = ({ document }: { document: Document }) => {
  const { t, i18n } = useLingui();
  const { filename, status, progress, error, estimated_completion: completion } = document;
  return (
    <div>
      <span className={`badge ${lookOf[status]}`}>
        <Word of={documentStateWords} code={status} />
      </span>
      {isUnderWay(status) && (
        <>
          <progress max={100} value={progress} aria-label={t`Progress of ${filename}`} />
          <p className="hint">
            {i18n.number(progress / 100, { style: 'percent' })}
            {completion && (
              <>
                {', '}
                <TimeLeft seconds={secondsUntil(completion)} />
              </>
            )}
          </p>
        </>
      )}
      {error && <p className="field-error">{error.message}</p>}
    </div>
  );
};
