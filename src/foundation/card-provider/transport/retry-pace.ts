/**
 * The pause before the second attempt is between this many milliseconds and twice as many, and doubled before the
 * third. Unit and API tests use another file (vitest.config.ts).
 */
export const firstPause = 200
