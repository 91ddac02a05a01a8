/** Address that a report is downloaded from. */
export const reportUrlOf = (publicUrl: string, reportId: string): string =>
  `${publicUrl}/v1/compliance/reports/${reportId}/download`;
