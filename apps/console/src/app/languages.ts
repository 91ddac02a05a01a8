import { useQuery } from '@tanstack/react-query';
import type { Language } from '@transledger/sdk';
import { service } from './service';

/** Where a language is written from the right. */
export const directionOf = (language: string): 'ltr' | 'rtl' =>
  /^(?:ar|ckb|dv|fa|he|ps|sd|ug|ur|yi)\b/.test(language) ? 'rtl' : 'ltr';

/** The languages that texts are translated from, and those that a source reaches; an empty source may be any. */
export const useLanguages = (source: string) => {
  const query = useQuery({ queryKey: ['languages'], queryFn: () => service.languages({ detail: 'pairs' }) });
  const all: readonly Language[] = query.data?.languages ?? [];
  const reached = new Set(
    (query.data?.pairs ?? []).filter((pair) => source === '' || pair.source === source).map((pair) => pair.target),
  );
  return {
    query,
    all,
    sources: all.filter(({ supported_directions: ways }) => ways.includes('from')),
    targets: all.filter(({ code }) => reached.has(code)),
  };
};
