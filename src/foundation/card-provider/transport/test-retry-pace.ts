/** Replaces retry-pace.ts in unit and API tests, in which hundreds of calls get no answer. */
export const firstPause = 4
