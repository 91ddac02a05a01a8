import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { Document, DocumentFormat } from '@transledger/sdk';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { nameOf } from '../../app/people';
import { useFilters } from '../../app/search-parameters';
import { service } from '../../app/service';
import { useSession } from '../../app/session';
import { Fact } from '../../ui/fact';
import { Failure } from '../../ui/failure';
import { Time } from '../../ui/time';
import { AnotherLanguage } from './another-language';
import { DocumentActs } from './document-acts';
import { isUnderWay, StatePart } from './document-state';
import { DownloadPart } from './download-part';
import { PagesPart } from './pages-part';
import { ReportPart } from './report-part';
import { isText, TextsPart } from './texts-part';

const lookMs = 2_000;

/** The original and its translation beside each other: by their pages, or as texts. */
const BesidePart = ({ document, format }: { document: Document; format: DocumentFormat }) => {
  const { t } = useLingui();
  const hasText = isText(format.id);
  const [isAsText, setIsAsText] = useState(hasText || !format.page_images);
  return (
    <section aria-label={t`Side by side`}>
      <h3>
        <Trans>Side by side</Trans>
      </h3>
      {hasText && format.page_images && (
        <label className="choice">
          <input type="checkbox" checked={isAsText} onChange={({ target }) => setIsAsText(target.checked)} />
          <Trans>Show the files as text</Trans>
        </label>
      )}
      {isAsText && hasText && <TextsPart document={document} />}
      {!isAsText && <PagesPart document={document} />}
      {isAsText && !hasText && (
        <p>
          <Trans>Files of this format cannot be shown here. Download them to compare them.</Trans>
        </p>
      )}
    </section>
  );
};

/** Whoever uploaded it, as the audit log has it: those who may not read that see their own documents, or the organization's. */
const Uploader = ({ id }: { id: string }) => {
  const { data } = useQuery({
    queryKey: ['uploader', id],
    queryFn: () =>
      service.auditLogs
        .list({ action: ['document_upload'], resource: 'document', resource_id: id, result: 'success', limit: 1 })
        .page(),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [entry] = data?.entries ?? [];
  return entry === undefined ? '–' : nameOf(entry.user_id, data?.people ?? {});
};

interface DocumentViewProps {
  id: string;
  mayWrite: boolean;
}

/** One document: its state, original and translation side by side, its report, and its files. */
export const DocumentView = ({ id, mayWrite }: DocumentViewProps) => {
  const { t, i18n } = useLingui();
  const [, go] = useLocation();
  const [{ target }] = useFilters(['target']);
  const heading = useRef<HTMLHeadingElement>(null);
  const { data, error, refetch } = useQuery({
    queryKey: ['document', id, target],
    queryFn: () => service.documents.get(id, target === '' ? {} : { target }),
    refetchInterval: ({ state }) => (state.data !== undefined && isUnderWay(state.data.status) ? lookMs : false),
  });
  const formats = useQuery({ queryKey: ['formats'], queryFn: () => service.documents.formats() });
  const format = formats.data?.formats.find((known) => known.id === data?.format);
  const { scopes } = useSession();
  const isLoaded = data !== undefined;
  useEffect(() => {
    if (isLoaded) heading.current?.focus();
  }, [isLoaded]);
  return (
    <>
      <p>
        <Link href="/documents">
          <Trans>All documents</Trans>
        </Link>
      </p>
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {!isLoaded && !error && (
        <p className="soft" role="status" aria-busy="true">
          <Trans>Loading…</Trans>
        </p>
      )}
      {isLoaded && (
        <article aria-label={data.filename}>
          <h2 className="document-name" ref={heading} tabIndex={-1}>
            <bdi>{data.filename}</bdi>
          </h2>
          <div className="row row-apart">
            <StatePart document={data} />
            <div>
              <DocumentActs document={data} mayWrite={mayWrite} onDeleted={() => go('/documents')} />
            </div>
          </div>
          {data.status === 'completed' && (
            <>
              <DownloadPart document={data} format={format} />
              {format && <BesidePart key={data.target_language} document={data} format={format} />}
              <ReportPart id={id} target={data.target_language} />
            </>
          )}
          <section aria-label={t`Facts`}>
            <h3>
              <Trans>Facts</Trans>
            </h3>
            <dl>
              <Fact name={t`Languages`}>
                {data.source_language} → {data.target_language}
              </Fact>
              <Fact name={t`Format`}>{format?.name ?? data.format}</Fact>
              <Fact name={t`Pages`}>{i18n.number(data.page_count)}</Fact>
              <Fact name={t`Words`}>{i18n.number(data.word_count)}</Fact>
              <Fact name={t`Uploaded`}>
                <Time at={data.created_at} />
              </Fact>
              {scopes.includes('compliance:read') && (
                <Fact name={t`Uploaded by`}>
                  <Uploader id={data.id} />
                </Fact>
              )}
              <Fact name={t`Completed`}>
                <Time at={data.completed_at} />
              </Fact>
              <Fact name={t`Kept until`}>
                {data.expires_at === null ? <Trans>A legal hold is lifted</Trans> : <Time at={data.expires_at} />}
              </Fact>
              <Fact name={t`Id`} isFixed>
                {data.id}
              </Fact>
            </dl>
            {scopes.includes('compliance:read') && (
              <p>
                <Link href={`/history?resource=document&id=${data.id}`}>
                  <Trans>Its history</Trans>
                </Link>
              </p>
            )}
          </section>
          {mayWrite && data.status !== 'expired' && <AnotherLanguage document={data} />}
        </article>
      )}
    </>
  );
};
