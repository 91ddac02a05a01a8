/** The version of this package: of two that are the same, one model gives the same translations. */
export const version = '0.1.0';
