/** Replaces retry-pace.ts in unit and API tests, in which hundreds of calls get no response. */
export const firstPause = 4
