import { pricesOf, valuesOfPrices, type EditedPrice, type PriceValues } from './arrange-prices.ts'

/**
 * The prices of an editor on top of what has become of them elsewhere since it was opened: what was not touched here is as
 * it is there, so that a price that a colleague has retired is not on sale again for an amount that was corrected.
 * Null where nothing of the prices was touched here.
 */
export function mergedPrices(
  before: PriceValues,
  mine: PriceValues,
  theirs: () => Promise<PriceValues>,
): Promise<PriceValues> | null {
  const [base, edited] = [pricesOf(before), pricesOf(mine)]
  if (JSON.stringify(base) === JSON.stringify(edited)) return null
  return theirs().then((values) => valuesOfPrices(onTopOf(pricesOf(values), base, edited)) ?? mine)
}

/** What was removed there and changed here stays, and is refused where it is saved. */
function onTopOf(
  theirs: readonly EditedPrice[],
  base: readonly EditedPrice[],
  mine: readonly EditedPrice[],
): EditedPrice[] {
  const known = (prices: readonly EditedPrice[], { id }: EditedPrice) =>
    id === null ? undefined : prices.find((one) => one.id === id)
  const kept = mine.flatMap((price) => {
    const [before, now] = [known(base, price), known(theirs, price)]
    if (before === undefined) return [price]
    if (now === undefined) return JSON.stringify(before) === JSON.stringify(price) ? [] : [price]
    return [{ ...now, ...changesOf(before, price) }]
  })
  const added = theirs.filter((price) => known(base, price) === undefined)
  return [...kept, ...added]
}

function changesOf(before: EditedPrice, after: EditedPrice): Partial<EditedPrice> {
  const unchanged = new Map(Object.entries(before))
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => unchanged.get(name) !== value))
}
