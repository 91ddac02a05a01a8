import 'uplot/dist/uPlot.min.css';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import uPlot from 'uplot';
import { type Day, everyDay } from './every-day';

const height = 200;
/** Seconds, so that the bars of the first and the last day are whole. */
const halfDay = 43_200;

const colourOf = (name: string): string => {
  const probe = document.createElement('span');
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
};

/** Characters of each day. The table beside it says the same to those who do not see it. */
export const DayPlot = ({ days, start, end }: { days: readonly Day[]; start: string; end: string }) => {
  const { t } = useLingui();
  const place = useRef<HTMLDivElement>(null);
  const label = t`Characters`;
  useEffect(() => {
    const element = place.current;
    if (element === null || days.length === 0) return;
    const [ink, line, accent] = ['--ink-soft', '--line', '--accent'].map(colourOf);
    const axis = { stroke: ink, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1 } };
    const shown = everyDay(days, start, end);
    const plot = new uPlot(
      {
        width: element.clientWidth,
        height,
        legend: { show: false },
        cursor: { show: false },
        scales: { x: { range: [Date.parse(start) / 1_000 - halfDay, Date.parse(end) / 1_000 + halfDay] } },
        axes: [axis, { ...axis, size: 70 }],
        series: [
          {},
          {
            label,
            stroke: accent,
            fill: line,
            points: { show: false },
            paths: uPlot.paths.bars?.({ size: [0.7, 40] }),
          },
        ],
        tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), 'UTC'),
      },
      [shown.map(({ date }) => Date.parse(date) / 1_000), shown.map(({ characters }) => characters || null)],
      element,
    );
    const resized = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
    resized.observe(element);
    return () => {
      resized.disconnect();
      plot.destroy();
    };
  }, [days, start, end, label]);
  return <div ref={place} aria-hidden="true" />;
};
