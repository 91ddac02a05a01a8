import { Transledger } from '@transledger/sdk';

/** The service that this page comes from, in the name of whoever is signed in: the browser's cookie says who. */
export const service = new Transledger({ baseUrl: location.origin });
