import type { Price } from '#payments/pricing/price.ts'
import { pendingName } from './is-pending.ts'
import { isRecord } from './is-record.ts'
import type { PayBody } from './pay-api.ts'

/**
 * A purchase that was asked for, kept in the tab until the buyer is done with it: a reload in the middle goes on with
 * the same key, and one after it shows that it is paid.
 */
export type PendingPurchase = {
  readonly key: string
  readonly body: PayBody
  /** What the buyer was shown when pressing the button. */
  readonly price: Price
  /** Null until the server has answered. */
  readonly purchase: { readonly purchaseId: string; readonly secret: string } | null
}

export type PendingStore = {
  readonly read: () => PendingPurchase | null
  readonly write: (pending: PendingPurchase) => void
  readonly clear: () => void
}

/** The pending purchase of a form, or of an offer after it, in `storage`. Without storage (private modes) the page works, but forgets on reload. */
export function createPendingStore(id: string, storage: () => Storage): PendingStore {
  const name = pendingName(id)
  const attempt = <Result>(use: (storage: Storage) => Result): Result | null => {
    try {
      return use(storage())
    } catch {
      return null
    }
  }
  return {
    read: () => {
      const stored = attempt((kept): unknown => JSON.parse(kept.getItem(name) ?? 'null'))
      return isPending(stored) ? stored : null
    },
    write: (pending) => attempt((kept) => kept.setItem(name, JSON.stringify(pending))),
    clear: () => attempt((kept) => kept.removeItem(name)),
  }
}

/** What this tab has asked for, of a form or of an offer after it. */
export function pendingInTab(id: string): PendingStore {
  return createPendingStore(id, () => window.sessionStorage)
}

function isPending(value: unknown): value is PendingPurchase {
  if (!isRecord(value) || typeof value['key'] !== 'string') return false
  const { body, price, purchase } = value
  return (
    isRecord(body) &&
    isRecord(price) &&
    Array.isArray(price['lines']) &&
    (purchase === null || (isRecord(purchase) && typeof purchase['purchaseId'] === 'string'))
  )
}
