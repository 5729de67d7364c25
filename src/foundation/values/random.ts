/** Repeatable random choices: the same seed gives the same choices. */
export type Random = {
  /** From 0 (included) to 1 (excluded). */
  readonly next: () => number
  readonly below: (limit: number) => number
  readonly between: (from: number, to: number) => number
  readonly chance: (probability: number) => boolean
  readonly pick: <T>(choices: readonly T[]) => T
}

/** xorshift32. */
export function randomFrom(seed: number): Random {
  let state = (seed ^ 0x9e3779b9) >>> 0 || 1
  const next = (): number => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return state / 0x1_0000_0000
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    next,
    below,
    between: (from, to) => from + below(to - from + 1),
    chance: (probability) => next() < probability,
    pick(choices) {
      const choice = choices[below(choices.length)]
      if (choice === undefined) throw new Error('There is nothing to pick from')
      return choice
    },
  }
}
