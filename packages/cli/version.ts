/** The version of this program, which the package has too. */
export const version = '0.1.0';
