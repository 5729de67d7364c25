/** Replaces retry-pace.ts in unit and API tests, which lose hundreds of answers. */
export const firstPause = 4
