/** A change of card that is made with a SetupIntent. */
export type CardChange = { readonly id: string; readonly at: Date; readonly before: readonly string[] }

/** The provider keeps 50 values of a subscription: as many of them as say which changes of card were applied. */
const mostSetups = 12

const setupKey = /^seti_/

/** The provider merges what it keeps: what is left out stays, and what is empty goes. */
export function setupsAfter({ id, at, before }: CardChange): Record<string, string> {
  const tooMany = before.slice(0, Math.max(0, before.length + 1 - mostSetups))
  return { ...Object.fromEntries(tooMany.map((old) => [old, ''])), [id]: at.toISOString() }
}

/** Older releases have written them into one value. */
export function setupsOf(metadata: Readonly<Record<string, string>>): string[] {
  const earlier = metadata['card_setups']?.split(' ') ?? []
  const own = Object.entries(metadata).filter(([key]) => setupKey.test(key))
  return [...earlier, ...own.toSorted(([, a], [, b]) => (a < b ? -1 : 1)).map(([key]) => key)]
}
