/**
 * Milliseconds that a connection is kept without a request, as `Keep-Alive` tells its caller. Whatever stands in front keeps
 * it for as long, or tells of its own time: a request that is sent while the other side closes is lost.
 */
export const keepAliveMs = 72_000;
