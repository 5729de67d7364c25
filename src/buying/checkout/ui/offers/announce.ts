import { toMajor } from '#foundation/money/amount.ts'
import type { AnnouncedPurchase } from '#buying/embedding/page-message.ts'
import { postToEmbedder } from '../page/embedder.ts'

type Paid = Pick<AnnouncedPurchase, 'id' | 'kind' | 'items'> & {
  /** In minor units of `currency`. */
  readonly total: number
  readonly currency: string
}

/** The storage key of the announced purchases' ids; without storage they last as long as the page. */
const name = 'tillform.announced'
/** How many ids are stored. */
const most = 50
let announced: readonly string[] = []

/** Announces a paid purchase to the surrounding page, once in this browser however often its thanks are shown. */
export function announce({ id, kind, items, total, currency }: Paid): void {
  if (readAnnounced().includes(id)) return
  const purchase = { id, kind, value: toMajor(total, currency), currency: currency.toUpperCase(), items }
  if (!postToEmbedder({ event: 'purchase', ...purchase })) return
  announced = [...new Set([...readAnnounced(), id])].slice(-most)
  try {
    window.localStorage.setItem(name, announced.join(' '))
  } catch {
    // A reload forgets the purchase as well.
  }
}

function readAnnounced(): readonly string[] {
  try {
    return [...announced, ...(window.localStorage.getItem(name) ?? '').split(' ')]
  } catch {
    return announced
  }
}
