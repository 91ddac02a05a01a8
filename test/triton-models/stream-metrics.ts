export interface StreamCounts {
  complete: number;
  cancelled: number;
  failed: number;
  /** Tokens that all streams of the model have sent. */
  tokens: number;
}

/** The counts of a streaming model on the metrics page. */
export const streamCounts = async (metricsUrl: string, model: string): Promise<StreamCounts> => {
  const page = await (await fetch(metricsUrl)).text();
  const lines = page.split('\n').filter((line) => line.includes(`model="${model}"`));
  const value = (...words: string[]): number =>
    Number(
      lines
        .find((line) => words.every((word) => line.includes(word)))
        ?.split(' ')
        .at(-1),
    );
  return {
    complete: value('transledger_streams_total', 'outcome="complete"'),
    cancelled: value('transledger_streams_total', 'outcome="cancelled"'),
    failed: value('transledger_streams_total', 'outcome="failed"'),
    tokens: value('transledger_stream_tokens_total'),
  };
};
