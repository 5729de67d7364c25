/** The product's clock. Tests use one that does not move. */
export type Clock = { readonly now: () => Date }

export const systemClock: Clock = { now: () => new Date() }

export function secondsAfter(time: Date, seconds: number): Date {
  return new Date(time.getTime() + seconds * 1000)
}
