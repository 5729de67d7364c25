import { rightText } from '#buying/consumer-law/texts.ts'
import type { Services } from '#foundation/services.ts'
import { purchaseSecret } from '#payments/purchases/purchase-secret.ts'
import type { Purchase } from '#payments/purchases/purchase.ts'
import type { WithdrawalOnPage } from './page-data.ts'
import { endWith, isHeld, isOpen, isSettled, namedBy } from './parts.ts'
import { findWithdrawal, listParts, listUnconfirmed, type Part, type Withdrawal } from './store.ts'
import { refusals, withdrawalTexts } from './texts.ts'
import { isRefusal } from './contract.ts'

type Named = Pick<Purchase, 'id' | 'kind' | 'orderId'>

/** What can be withdrawn from now, and the right to it in a sentence: of what can be withdrawn from longest. */
export async function openPartsOf({ db, clock }: Services, named: Named) {
  const orderId = named.orderId ?? named.id
  const parts = namedBy(await listParts(db, { orderId }), named.id)
  const unconfirmed = await listUnconfirmed(db, orderId)
  const now = clock.now()
  const left = parts
    .filter((part) => part.total > 0 && isOpen(part))
    .map((part) => ({ part, end: endWith(part, unconfirmed) }))
    .toSorted((one, other) => other.end.getTime() - one.end.getTime())
  const [last] = left
  return {
    parts,
    open: left.filter(({ end }) => now <= end).map(({ part }) => part),
    right: last === undefined ? null : rightText(last.part, now, last.end),
  }
}

/** Null for a purchase that cannot be withdrawn from by itself, and for one that was never paid. */
export async function withdrawalOnPage(services: Services, named: Named): Promise<WithdrawalOnPage | null> {
  if (named.kind === 'renewal') return null
  const { parts, open, right } = await openPartsOf(services, named)
  const ids = new Set(parts.flatMap(({ withdrawalId }) => withdrawalId ?? []))
  const rows = await Promise.all([...ids].map((id) => findWithdrawal(services.db, id)))
  const made = rows.flatMap((row) => (row === undefined ? [] : describeMade(row, parts)))
  if (right === null && made.length === 0) return null
  const { authSecret } = services.config
  const path = `/purchases/${named.id}/withdraw?key=${purchaseSecret(authSecret, named.id)}`
  return {
    right,
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
