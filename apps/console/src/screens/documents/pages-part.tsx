import { Trans, useLingui } from '@lingui/react/macro';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { type Document, TransledgerError } from '@transledger/sdk';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useFilters } from '../../app/search-parameters';
import { service } from '../../app/service';
import { Button } from '../../ui/button';
import { Failure } from '../../ui/failure';
import { Field } from '../../ui/field';
import { Sides } from './sides';

type Side = 'source' | 'target';

interface Page {
  picture: Blob;
  pageCount: number;
}

const sides = ['source', 'target'] as const;
const zooms = [50, 75, 100, 150, 200, 300];
const usualZoom = 2;

/** A page that is asked for; a picture that is drawn only now takes a while, and the client comes again by itself. */
const pageQuery = ({ id, target_language: target, completed_at }: Document, side: Side, page: number) => ({
  queryKey: ['document-page', id, side, target, completed_at, page],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Page> => {
    const query = side === 'source' ? { side } : { side, target };
    const image = await service.documents.page(id, page, query, { signal });
    return { picture: await image.blob(), pageCount: image.pageCount };
  },
  staleTime: Number.POSITIVE_INFINITY,
});

/** The number of pages that a refusal names, where the page that was asked for is behind the last. */
const countIn = (error: unknown): number | undefined => {
  if (!(error instanceof TransledgerError)) return undefined;
  const count = (error.details as { page_count?: unknown } | undefined)?.page_count;
  return typeof count === 'number' ? count : undefined;
};

const Picture = ({ picture, alt, zoom }: { picture: Blob; alt: string; zoom: number }) => {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(picture);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [picture]);
  return url && <img src={url} alt={alt} style={{ inlineSize: `${zoom}%` }} />;
};

interface NavigationProps {
  page: number;
  pageCount: number | undefined;
  zoom: number;
  onPage: (page: number) => void;
  onZoom: (step: number) => void;
}

const PageField = ({ page, onPage }: Pick<NavigationProps, 'page' | 'onPage'>) => {
  const { t } = useLingui();
  const [typed, setTyped] = useState<string>();
  const go = () => {
    if (typed !== undefined) onPage(Number(typed));
    setTyped(undefined);
  };
  return (
    <Field label={t`Page`}>
      {(control) => (
        <input
          {...control}
          inputMode="numeric"
          autoComplete="off"
          value={typed ?? String(page)}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={go}
          onKeyDown={({ key }) => key === 'Enter' && go()}
        />
      )}
    </Field>
  );
};

const Navigation = ({ page, pageCount, zoom, onPage, onZoom }: NavigationProps) => {
  const { t, i18n } = useLingui();
  return (
    <div className="row pages-navigation">
      <Button onClick={() => onPage(page - 1)} isDisabled={page <= 1}>
        <Trans>Previous page</Trans>
      </Button>
      <PageField page={page} onPage={onPage} />
      <span role="status">
        <span className="visually-hidden">
          <Trans>Page {i18n.number(page)}</Trans>{' '}
        </span>
        {pageCount !== undefined && <Trans>of {i18n.number(pageCount)}</Trans>}
      </span>
      <Button onClick={() => onPage(page + 1)} isDisabled={pageCount === undefined || page >= pageCount}>
        <Trans>Next page</Trans>
      </Button>
      <Button onClick={() => onZoom(-1)} isDisabled={zoom <= 0} aria-label={t`Smaller`}>
        −
      </Button>
      <span>{i18n.number((zooms[zoom] ?? 100) / 100, { style: 'percent' })}</span>
      <Button onClick={() => onZoom(1)} isDisabled={zoom >= zooms.length - 1} aria-label={t`Larger`}>
        +
      </Button>
    </div>
  );
};

/** The pages of the original and of its translation beside each other, at the same page and of the same size. */
export const PagesPart = ({ document }: { document: Document }) => {
  const { t, i18n } = useLingui();
  const [{ page: asked }, setFilters] = useFilters(['page']);
  const [zoom, setZoom] = useState(usualZoom);
  const [counts, setCounts] = useState<Partial<Record<Side, number>>>({});
  const client = useQueryClient();
  const page = Math.max(1, Math.floor(Number(asked)) || 1);
  const isThere = (side: Side, number: number) => number <= (counts[side] ?? number);
  const pages = useQueries({
    queries: sides.map((side) => ({ ...pageQuery(document, side, page), enabled: isThere(side, page) })),
  });
  const found = sides.map((_, at) => pages[at]?.data?.pageCount ?? countIn(pages[at]?.error));
  const [sourceCount = counts.source, targetCount = counts.target] = found;
  useEffect(() => {
    setCounts({
      ...(sourceCount !== undefined && { source: sourceCount }),
      ...(targetCount !== undefined && { target: targetCount }),
    });
  }, [sourceCount, targetCount]);
  const known = [sourceCount, targetCount].filter((count) => count !== undefined);
  const pageCount = known.length === 0 ? undefined : Math.max(...known);
  const areShown = pages.every(({ isFetching }) => !isFetching);
  useEffect(() => {
    const next = { source: sourceCount, target: targetCount };
    if (!areShown) return;
    for (const side of sides)
      if (page < (next[side] ?? 0)) void client.prefetchQuery(pageQuery(document, side, page + 1));
  }, [areShown, client, document, page, sourceCount, targetCount]);
  const turn = (to: number) => {
    if (Number.isInteger(to) && to >= 1 && to <= (pageCount ?? to)) setFilters({ page: to === 1 ? '' : String(to) });
  };
  const changeZoom = (step: number) => setZoom((before) => Math.min(zooms.length - 1, Math.max(0, before + step)));
  const press = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return;
    const isMirrored = getComputedStyle(event.currentTarget).direction === 'rtl';
    const forward = isMirrored ? 'ArrowLeft' : 'ArrowRight';
    const back = isMirrored ? 'ArrowRight' : 'ArrowLeft';
    const acts: Record<string, () => void> = {
      // A page that is larger than its pane is moved by these keys.
      ...(zoom <= usualZoom && { [forward]: () => turn(page + 1), [back]: () => turn(page - 1) }),
      '+': () => changeZoom(1),
      '-': () => changeZoom(-1),
    };
    const act = acts[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  const pane = (side: Side) => {
    const { data, error, refetch } = pages[sides.indexOf(side)] ?? {};
    const count = side === 'source' ? sourceCount : targetCount;
    if (count !== undefined && page > count)
      return (
        <p className="soft">
          <Trans>This side ends with page {i18n.number(count)}.</Trans>
        </p>
      );
    if (error) return <Failure error={error} onRetry={() => void refetch?.()} />;
    if (data === undefined)
      return (
        <p className="side-wait soft" role="status" aria-busy="true">
          <Trans>The page is being drawn…</Trans>
        </p>
      );
    const alt =
      side === 'source'
        ? t`Page ${i18n.number(page)} of the original`
        : t`Page ${i18n.number(page)} of the translation`;
    return <Picture picture={data.picture} alt={alt} zoom={zooms[zoom] ?? 100} />;
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys are a way beside the buttons, for whoever is at a page
    <div onKeyDown={press}>
      <Navigation page={page} pageCount={pageCount} zoom={zoom} onPage={turn} onZoom={changeZoom} />
      <p className="hint">
        <Trans>With the keys, at a page: ← and → turn it, + and − change its size.</Trans>
      </p>
      <Sides document={document}>{pane}</Sides>
    </div>
  );
};
