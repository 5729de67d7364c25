/**
 * scrypt's cost: 32 MB and some tens of milliseconds on a thread of the pool, never on the event loop. No setting can
 * lower it; only in the processes of the unit and API tests stands another file in this one's place (vitest.config.ts).
 */
export const cost = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 } as const
