import type { OfferTimer } from './price-promise.ts'

/** A timer as it is stored: of one of its form's prices, or of all of them, where its amount is one of the first. */
export type StoredTimer = OfferTimer & { readonly priceId: string | null }

type OfPrice = { readonly priceId: string | null }

/** The timers whose amounts are those of a price: its own, and of the form's first one those of all prices. */
export function timersOfPrice<Timer extends OfPrice>(
  timers: readonly Timer[],
  priceId: string,
  firstId: string,
): Timer[] {
  return timers.filter((timer) => (timer.priceId ?? firstId) === priceId)
}

/** The timers that a price is sold with: its own, and those of all prices, whose amounts are of the first one alone. */
export function timersBeside(
  timers: readonly StoredTimer[],
  priceId: string,
  firstId: string,
): readonly OfferTimer[] {
  return timers
    .filter((timer) => timer.priceId === null || timer.priceId === priceId)
    .map(({ priceId: of, ...timer }) => {
      const isOfAnother = of === null && priceId !== firstId
      return isOfAnother ? { ...timer, amount: null } : timer
    })
}
