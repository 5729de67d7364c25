/** Counts how often a password was hashed or checked. */
export const derivations = { count: 0 }

/** Replaces password-cost.ts in unit and API tests, because they create a thousand accounts. */
export const cost = {
  N: 2 ** 8,
  r: 8,
  p: 1,
  /** Node reads this for each derivation and for nothing else. */
  get maxmem() {
    derivations.count += 1
    return 64 * 1024 * 1024
  },
} as const
