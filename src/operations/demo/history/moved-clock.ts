import type { Clock } from '#foundation/time/clock.ts'

/** The product's clock while the demo's history is created. */
export type MovedClock = Clock & { readonly set: (milliseconds: number) => void }

export function createMovedClock(): MovedClock {
  let time = new Date()
  return {
    now: () => time,
    set(milliseconds) {
      time = new Date(milliseconds)
    },
  }
}
