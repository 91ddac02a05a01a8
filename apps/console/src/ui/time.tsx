import { useLingui } from '@lingui/react';
import { utcBeside } from './utc-time';

interface TimeProps {
  /** ISO 8601; null shows a dash. */
  at: string | null | undefined;
}

/** A moment in the time zone of whoever reads, with UTC beside it for those who compare. */
export const Time = ({ at }: TimeProps) => {
  const { i18n } = useLingui();
  if (at === null || at === undefined) return <>–</>;
  return (
    <time dateTime={at} title={at}>
      {i18n.date(at, { dateStyle: 'medium', timeStyle: 'medium' })} <span className="utc">{utcBeside(at)}</span>
    </time>
  );
};
