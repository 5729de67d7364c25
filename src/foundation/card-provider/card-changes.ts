/** A card change made with a SetupIntent. */
export type CardChange = { readonly id: string; readonly at: Date; readonly before: readonly string[] }

/** The number of card changes that are recorded as applied. The provider stores up to 50 values for a subscription. */
const mostSetups = 12

const setupKey = /^seti_/

/** The provider merges metadata: missing keys stay unchanged, and empty ones are removed. */
export function setupsAfter({ id, at, before }: CardChange): Record<string, string> {
  const tooMany = before.slice(0, Math.max(0, before.length + 1 - mostSetups))
  return { ...Object.fromEntries(tooMany.map((old) => [old, ''])), [id]: at.toISOString() }
}

/** Reads the applied card changes. Older releases wrote all of them into one value. */
export function setupsOf(metadata: Readonly<Record<string, string>>): string[] {
  const earlier = metadata['card_setups']?.split(' ') ?? []
  const own = Object.entries(metadata).filter(([key]) => setupKey.test(key))
  return [...earlier, ...own.toSorted(([, a], [, b]) => (a < b ? -1 : 1)).map(([key]) => key)]
}
