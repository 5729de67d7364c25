/** In the place of password-cost.ts in unit and API tests, which make a thousand accounts. */
export const cost = { N: 2 ** 8, r: 8, p: 1, maxmem: 64 * 1024 * 1024 } as const
