import type { Price } from '#payments/pricing/price.ts'
import { pendingName } from './is-pending.ts'
import { isRecord } from './is-record.ts'
import type { PayBody } from './pay-api.ts'

/** Identifies a buyer's purchase, and proves that it is theirs. */
export type Purchase = { readonly purchaseId: string; readonly secret: string }

/**
 * A requested purchase, stored in the tab until the buyer is done with it: a reload in between continues with the
 * same key, and a later one shows that it is paid.
 */
export type PendingPurchase = {
  readonly key: string
  readonly body: PayBody
  /** The price that the buyer saw when clicking the button. */
  readonly price: Price
  /** The charges after that, as they were shown, absent if there are none. */
  readonly renewal?: string | null
  /** Null until the server has responded. */
  readonly purchase: Purchase | null
}

export type PendingStore = {
  readonly read: () => PendingPurchase | null
  readonly write: (pending: PendingPurchase) => void
  /** Stores a purchase whose buyer is with their bank for all tabs of the browser; null deletes it. */
  readonly leave: (purchase: Purchase | null) => void
  /** Clears both. */
  readonly clear: () => void
}

/** The browser's stores: a tab's own, and that of all tabs, which outlives the tab in which a bank's page is closed. */
type Memories = { readonly tab: () => Storage; readonly browser: () => Storage }

/**
 * The pending purchase of a form, or of an offer after it. Without storage (private modes) the page works, but
 * forgets on reload.
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

/** This tab's request, for a form or an offer after it. */
export function pendingInTab(id: string): PendingStore {
  return createPendingStore(id, { tab: () => window.sessionStorage, browser: () => window.localStorage })
}

/** In milliseconds: after that the bank is no longer asked, and a later visitor may be a different person. */
const givenUpAfter = 60 * 60 * 1000

/** The purchase with which a tab of this browser left for a bank and has not returned. */
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
