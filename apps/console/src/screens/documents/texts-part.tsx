import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { Document } from '@transledger/sdk';
import { service } from '../../app/service';
import { Failure } from '../../ui/failure';
import { maxShownBytes, shownTextOf } from './shown-text';
import { Sides } from './sides';

/** Formats whose files are text throughout. */
const textFormats: ReadonlySet<string> = new Set([
  ...['txt', 'html', 'xml', 'markdown', 'srt', 'vtt', 'ass', 'ssa', 'json', 'yaml', 'csv'],
  ...['po', 'xcstrings', 'arb', 'properties'],
]);

export const isText = (format: string): boolean => textFormats.has(format);

const kib = 1_024;

/** One side of a document as text, also where it is markup. */
const TextPane = ({ document, side }: { document: Document; side: 'source' | 'target' }) => {
  const { i18n } = useLingui();
  const { id, source_language: source, target_language: target } = document;
  const { data, error, refetch } = useQuery({
    queryKey: ['document-text', id, side, target, document.completed_at],
    queryFn: async ({ signal }) =>
      shownTextOf(
        side === 'source'
          ? await service.documents.source(id, { signal })
          : await service.documents.download(id, { target }, { signal }),
      ),
    // Each time that it is fetched is a download in the audit log.
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  if (data === undefined)
    return (
      <p className="soft" role="status" aria-busy="true">
        <Trans>Loading…</Trans>
      </p>
    );
  return (
    <>
      <div className="side-text" dir="auto" lang={side === 'source' ? source : target}>
        {data.text}
      </div>
      {data.isCut && (
        <p className="hint">
          <Trans>The first {i18n.number(maxShownBytes / kib)} KiB are shown. Download the file to see all of it.</Trans>
        </p>
      )}
    </>
  );
};

/** Both texts beside each other, for formats that have no pages. */
export const TextsPart = ({ document }: { document: Document }) => (
  <Sides document={document}>{(side) => <TextPane document={document} side={side} />}</Sides>
);
