/**
 * The pause before the second attempt is between this many milliseconds and twice as many. Before the third attempt it
 * is twice as long. Unit and API tests use another file (vitest.config.ts).
 */
export const firstPause = 200
