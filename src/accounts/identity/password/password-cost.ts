/**
 * scrypt's cost: 32 MB and tens of milliseconds on a pool thread, never on the event loop. No setting can lower it;
 * only the unit and API tests replace this file with another (vitest.config.ts).
 */
export const cost = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 } as const
