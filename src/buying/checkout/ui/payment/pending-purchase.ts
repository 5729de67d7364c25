import type { Price } from '#payments/pricing/price.ts'
import { pendingName } from './is-pending.ts'
import { isRecord } from './is-record.ts'
import type { PayBody } from './pay-api.ts'

/** Identifies a buyer's purchase and proves that it is theirs. */
export type Purchase = { readonly purchaseId: string; readonly secret: string }

/**
 * A requested purchase, stored in the tab until the buyer is done with it. A reload before that continues
 * with the same key, and a later one shows that it is paid.
 */
export type PendingPurchase = {
  readonly key: string
  readonly body: PayBody
  /** The price that the buyer saw when they clicked the button. */
  readonly price: Price
  /** The charges after the first payment, as the page showed them. Missing if there are none. */
  readonly renewal?: string | null
  /** The purchase, or null until the server has responded. */
  readonly purchase: Purchase | null
}

export type PendingStore = {
  readonly read: () => PendingPurchase | null
  readonly write: (pending: PendingPurchase) => void
  /** Stores a purchase for all tabs of the browser while its buyer is at their bank. Null deletes it. */
  readonly leave: (purchase: Purchase | null) => void
  /** Clears both. */
  readonly clear: () => void
}

/**
 * The browser's two stores: one for this tab, and one for all tabs, which outlives a tab that is closed on a
 * bank's page.
 */
type Memories = { readonly tab: () => Storage; readonly browser: () => Storage }

/**
 * Stores the pending purchase of a form, or of an offer after it. Without storage (private modes) the page
 * works, but a reload loses the purchase.
 */
export function createPendingStore(id: string, { tab, browser }: Memories): PendingStore {
  const name = pendingName(id)
  const leave = (purchase: Purchase | null) =>
    attempt(browser, (kept) =>
      purchase === null
        ? kept.removeItem(name)
        : kept.setItem(name, JSON.stringify({ ...purchase, leftAt: Date.now() })),
    )
  return {
    read: () => {
      const stored = attempt(tab, (kept): unknown => JSON.parse(kept.getItem(name) ?? 'null'))
      return isPending(stored) ? stored : null
    },
    write: (pending) => attempt(tab, (kept) => kept.setItem(name, JSON.stringify(pending))),
    leave,
    clear: () => {
      attempt(tab, (kept) => kept.removeItem(name))
      leave(null)
    },
  }
}

/** This tab's pending purchase of a form, or of an offer after it. */
export function pendingInTab(id: string): PendingStore {
  return createPendingStore(id, { tab: () => window.sessionStorage, browser: () => window.localStorage })
}

/**
 * How long a purchase stays stored, in milliseconds. After that the bank no longer asks, and the visitor may
 * be a different person.
 */
const givenUpAfter = 60 * 60 * 1000

/** The purchase of a tab of this browser that left for a bank and did not return. */
export function leftAtBank(id: string, browser = () => window.localStorage): Purchase | null {
  const left = attempt(browser, (kept): unknown => JSON.parse(kept.getItem(pendingName(id)) ?? 'null'))
  if (!isRecord(left)) return null
  const { purchaseId, secret, leftAt } = left
  const isAway = typeof leftAt === 'number' && Date.now() - leftAt < givenUpAfter
  return isAway && typeof purchaseId === 'string' && typeof secret === 'string'
    ? { purchaseId, secret }
    : null
}

function attempt<Result>(storage: () => Storage, use: (storage: Storage) => Result): Result | null {
  try {
    return use(storage())
  } catch {
    return null
  }
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
