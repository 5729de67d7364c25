/**
 * The pause before the second try is between this many milliseconds and twice as many; before the third, double. Unit
 * and API tests use another file (vitest.config.ts).
 */
export const firstPause = 200
