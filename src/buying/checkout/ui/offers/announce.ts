import { toMajor } from '#foundation/money/amount.ts'
import type { AnnouncedPurchase } from '#buying/embedding/page-message.ts'
import type { Receipt } from '../payment/flow.ts'
import { postToEmbedder } from '../page/embedder.ts'

type Paid = Pick<AnnouncedPurchase, 'id' | 'kind' | 'items'> & {
  /** The total in minor units of `currency`. */
  readonly total: number
  readonly currency: string
}

/**
 * The storage key for the ids of purchases that were announced. Without storage they are remembered until the
 * page is left.
 */
const name = 'tillform.announced'
/** How many ids of announced purchases are stored. */
const most = 50
let announced: readonly string[] = []

/**
 * Announces a paid purchase to the page around this one, only once in this browser however often the
 * thank-you page is shown.
 */
export function announce({ id, kind, items, total, currency }: Paid): void {
  if (readAnnounced().includes(id)) return
  const purchase = { id, kind, value: toMajor(total, currency), currency: currency.toUpperCase(), items }
  if (!postToEmbedder({ event: 'purchase', ...purchase })) return
  announced = [...new Set([...readAnnounced(), id])].slice(-most)
  try {
    window.localStorage.setItem(name, announced.join(' '))
  } catch {
    // Without storage, a reload also loses the purchase, so it cannot be announced twice.
  }
}

/**
 * The items of an order. The form itself has its plain title, because a line's title can include the quantity
 * or the trial.
 */
export function orderedItems(
  { price, quantity }: Pick<Receipt, 'price' | 'quantity'>,
  form: { readonly title: string },
): AnnouncedPurchase['items'] {
  return price.lines.map(({ kind, title }) =>
    kind === 'form' ? { title: form.title, quantity } : { title, quantity: 1 },
  )
}

function readAnnounced(): readonly string[] {
  try {
    return [...announced, ...(window.localStorage.getItem(name) ?? '').split(' ')]
  } catch {
    return announced
  }
}
