import type { Services } from '#foundation/services.ts'
import { purchaseSecret } from '#payments/purchases/purchase-secret.ts'
import type { Purchase } from '#payments/purchases/purchase.ts'
import type { WithdrawalOnPage } from './page-data.ts'
import { endWith, isHeld, isOpen, isSettled, namedBy } from './parts.ts'
import { findWithdrawal, listParts, listUnconfirmed, type Part, type Withdrawal } from './store.ts'
import { refusals, withdrawalTexts } from './texts.ts'
import { isRefusal } from './contract.ts'

type Named = Pick<Purchase, 'id' | 'kind' | 'orderId'>

/** What can be withdrawn from now, and until when at least one of it can. */
export async function openPartsOf({ db, clock }: Services, named: Named) {
  const orderId = named.orderId ?? named.id
  const parts = namedBy(await listParts(db, { orderId }), named.id)
  const unconfirmed = await listUnconfirmed(db, orderId)
  const left = parts.filter((part) => part.total > 0 && isOpen(part))
  const ends = left.map((part) => endWith(part, unconfirmed).getTime())
  const now = clock.now().getTime()
  return { parts, open: left.filter((_, index) => now <= (ends[index] ?? 0)), until: Math.max(0, ...ends) }
}

/** Null for a purchase that cannot be withdrawn from by itself, and for one that was never paid. */
export async function withdrawalOnPage(services: Services, named: Named): Promise<WithdrawalOnPage | null> {
  if (named.kind === 'renewal') return null
  const { parts, open, until } = await openPartsOf(services, named)
  const ids = new Set(parts.flatMap(({ withdrawalId }) => withdrawalId ?? []))
  const rows = await Promise.all([...ids].map((id) => findWithdrawal(services.db, id)))
  const made = rows.flatMap((row) => (row === undefined ? [] : describeMade(row, parts)))
  if (until === 0 && made.length === 0) return null
  const { authSecret } = services.config
  const path = `/purchases/${named.id}/withdraw?key=${purchaseSecret(authSecret, named.id)}`
  return {
    right: until === 0 ? null : open.length > 0 ? withdrawalTexts.open(until) : withdrawalTexts.over(until),
    path: open.length > 0 ? path : null,
    made,
  }
}

function describeMade(row: Withdrawal, parts: readonly Part[]) {
  const own = parts.filter(({ withdrawalId }) => withdrawalId === row.id)
  return { received: withdrawalTexts.received(row.receivedAt.getTime()), outcome: outcomeOf(row, own) }
}

function outcomeOf({ refusedFor }: Withdrawal, parts: readonly Part[]): string {
  if (refusedFor !== null && isRefusal(refusedFor))
    return `${withdrawalTexts.refused} ${refusals[refusedFor]}`
  if (parts.some(isHeld)) return withdrawalTexts.held
  return parts.every(isSettled) ? withdrawalTexts.moneyComing : withdrawalTexts.decided
}
