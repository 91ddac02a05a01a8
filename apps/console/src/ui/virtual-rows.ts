/** Pixels that an element may be high in each browser; beyond, the scroll bar moves by more than a pixel at a time. */
const maxHeight = 15_000_000;
/** Rows beside those in view, so that a turn of the wheel meets rows. */
const beside = 12;

export interface Measures {
  /** All rows are as high as the first. */
  view: number;
  row: number;
}

export interface VirtualRows {
  /** Pixels of the element that holds the rows. */
  height: number;
  first: number;
  /** The row behind the last one that is an element of the page. */
  end: number;
  /** Where a row stands in the element. */
  topOf: (row: number) => number;
}

/** Where rows stand of which only those in view are elements of the page. */
export const virtualRows = (count: number, scrollTop: number, { view, row }: Measures): VirtualRows => {
  const whole = count * row;
  const height = Math.min(whole, maxHeight);
  const offset = whole === height ? scrollTop : (scrollTop * (whole - view)) / (height - view);
  const first = Math.min(Math.max(0, Math.floor(offset / row) - beside), count);
  return {
    height,
    first,
    end: Math.min(count, Math.ceil((offset + view) / row) + beside),
    topOf: (place) => scrollTop + place * row - offset,
  };
};
