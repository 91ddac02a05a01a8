import { Trans, useLingui } from '@lingui/react/macro';
import type { AuditEntry, People } from '@transledger/sdk';
import { memo, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { nameOf } from '../../app/people';
import { actionWords, resourceWords, resultWords } from '../../app/words';
import { Time } from '../../ui/time';
import { useVirtualRows } from '../../ui/use-virtual-rows';
import { Word } from '../../ui/word';
import type { AuditPages, AuditView } from './audit-pages';

interface AuditListProps {
  pages: AuditPages;
  view: AuditView;
  /** Says whether the newest entry is in view. */
  onTop: (isAtTop: boolean) => void;
}

const lookOf = { success: 'badge-good', failure: 'badge-bad', denied: 'badge-warn' } as const;

interface RowProps {
  place: number;
  top: number;
  /** Undefined while it is on its way. */
  entry: AuditEntry | undefined;
  people: People;
}

const Row = memo(({ place, top, entry, people }: RowProps) => (
  <div
    role="row"
    aria-rowindex={place + 2}
    className="audit-row"
    data-row
    style={{ transform: `translateY(${top}px)` }}
  >
    {entry === undefined ? (
      <span role="cell">…</span>
    ) : (
      <>
        <span role="cell" className="audit-time">
          <Link href={`/audit/${entry.id}${location.search}`}>
            <Time at={entry.timestamp} />
          </Link>
        </span>
        <span role="cell" className="audit-act">
          <Word of={actionWords} code={entry.action} />
        </span>
        <span role="cell" className="audit-who">
          {nameOf(entry.user_id, people)}
        </span>
        <span role="cell" className="audit-what soft">
          <Word of={resourceWords} code={entry.resource} /> {entry.resource_id}
        </span>
        <span role="cell" className="audit-result">
          <span className={`badge ${lookOf[entry.result]}`}>
            <Word of={resultWords} code={entry.result} />
          </span>
        </span>
      </>
    )}
  </div>
));

/** The list of entries. Of however many only those in view are elements of the page. */
export const AuditList = ({ pages, view: { count, hasMore, isLoading }, onTop }: AuditListProps) => {
  const { t } = useLingui();
  const scroller = useRef<HTMLDivElement>(null);
  const { height, first, end, topOf, onScroll } = useVirtualRows(scroller, count);
  useEffect(() => pages.want(first, end), [pages, first, end]);
  const scrolled = (top: number) => {
    onScroll(top);
    onTop(top < 8);
  };
  return (
    <section
      className="audit-list"
      ref={scroller}
      tabIndex={0}
      onScroll={({ currentTarget }) => scrolled(currentTarget.scrollTop)}
      aria-label={t`Entries`}
      aria-busy={isLoading}
    >
      <div role="table" aria-rowcount={hasMore ? -1 : count + 1} aria-label={t`Entries, newest first`}>
        <div role="rowgroup" className="audit-head">
          <div role="row" className="audit-row">
            <span role="columnheader">
              <Trans>Time</Trans>
            </span>
            <span role="columnheader">
              <Trans>Act</Trans>
            </span>
            <span role="columnheader">
              <Trans>Who</Trans>
            </span>
            <span role="columnheader">
              <Trans>On what</Trans>
            </span>
            <span role="columnheader">
              <Trans>Result</Trans>
            </span>
          </div>
        </div>
        <div role="rowgroup" className="audit-rows" style={{ blockSize: height }}>
          {Array.from({ length: end - first }, (_, at) => first + at).map((place) => (
            <Row key={place} place={place} top={topOf(place)} entry={pages.entryAt(place)} people={pages.people} />
          ))}
        </div>
      </div>
    </section>
  );
};
