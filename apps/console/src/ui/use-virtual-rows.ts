import { type RefObject, useCallback, useLayoutEffect, useState } from 'react';
import { type Measures, virtualRows } from './virtual-rows';

/** Follows the scroller, and measures it with the first of its elements that is `[data-row]`. */
export const useVirtualRows = (scroller: RefObject<HTMLElement | null>, count: number) => {
  const [scrollTop, setScrollTop] = useState(0);
  const [measures, setMeasures] = useState<Measures>({ view: 800, row: 41 });
  const measure = useCallback(() => {
    const { current } = scroller;
    const row = current?.querySelector('[data-row]')?.getBoundingClientRect().height;
    if (current === null || row === undefined || row === 0) return;
    const view = current.clientHeight;
    setMeasures((before) => (before.view === view && before.row === row ? before : { view, row }));
  }, [scroller]);
  const hasRows = count > 0;
  useLayoutEffect(() => {
    if (scroller.current === null || !hasRows) return;
    measure();
    const resized = new ResizeObserver(measure);
    resized.observe(scroller.current);
    return () => resized.disconnect();
  }, [scroller, measure, hasRows]);
  return { ...virtualRows(count, scrollTop, measures), onScroll: (top: number) => setScrollTop(top) };
};
