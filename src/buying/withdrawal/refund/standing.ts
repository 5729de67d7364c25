import { rightText } from '#buying/consumer-law/texts.ts'
import { say, t } from '#foundation/language/t.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { formatsOf } from '#foundation/text/read-formats.ts'
import type { Services } from '#registry/services.ts'
import { purchasePath } from '#payments/purchases/records/purchase-url.ts'
import { isLaterPayment, type Purchase } from '#payments/purchases/purchase.ts'
import type { WithdrawalOnPage } from '../page-data.ts'
import { asksFirst, asksSeller, endWith, isLeft, isOpen, namedBy, reasonToWait, waitsFor } from './parts.ts'
import { listEarlier, listParts, listWithdrawalsById, type Part, type Withdrawal } from '../store.ts'
import { refusals, withdrawalTexts } from '../texts.ts'
import { isRefusal } from '../contract.ts'

type Named = Pick<Purchase, 'id' | 'kind' | 'orderId' | 'keyGeneration' | 'locale'>

/** The purchases that can be withdrawn from now, and a sentence about the right that lasts longest. */
export async function openPartsOf({ db, clock }: Services, named: Named) {
  const orderId = named.orderId ?? named.id
  const [all, earlier] = await Promise.all([listParts(db, { orderId }), listEarlier(db, orderId)])
  const parts = namedBy(all, named.id)
  const now = clock.now()
  const left = parts
    .filter(isOpen)
    .map((part) => ({ part, end: endWith(part, earlier) }))
    .toSorted((one, other) => other.end.getTime() - one.end.getTime())
  const [last] = left
  return {
    all,
    parts,
    open: left
      .filter(({ end }) => now <= end)
      .map(({ part }) => ({ ...part, waitsBecause: reasonToWait(part, now) })),
    right: last === undefined ? null : rightText(last.part, now, last.end),
  }
}

/**
 * Describes the right of withdrawal for a purchase's page. Null if it cannot be withdrawn from separately or
 * was never paid.
 */
export async function withdrawalOnPage(services: Services, named: Named): Promise<WithdrawalOnPage | null> {
  if (isLaterPayment(named.kind)) return null
  const { all, parts, open, right } = await openPartsOf(services, named)
  const ids = new Set(parts.flatMap(({ withdrawalId }) => withdrawalId ?? []))
  const rows = ids.size === 0 ? [] : await listWithdrawalsById(services.db, [...ids])
  const made = rows.map((row) => describeMade(row, all, named.locale))
  if (right === null && made.length === 0) return null
  const { authSecret } = services.config
  const path = purchasePath(named, authSecret, '/withdraw')
  const own = parts.find(({ id }) => id === named.id)?.withdrawalId ?? null
  return {
    right,
    path: open.length > 0 ? path : null,
    isWithdrawn: rows.some((row) => row?.id === own && row.refusedFor === null),
    made,
  }
}

function describeMade(row: Withdrawal, parts: readonly Part[], locale: string | null) {
  const own = parts.filter(({ withdrawalId }) => withdrawalId === row.id)
  return {
    received: withdrawalTexts.received(row.receivedAt.getTime()),
    outcome: outcomeOf(row, own, locale),
  }
}

function outcomeOf(row: Withdrawal, parts: readonly Part[], locale: string | null): string {
  const { refusedFor } = row
  if (refusedFor !== null && isRefusal(refusedFor))
    return `${say(withdrawalTexts.refused)} ${say(refusals[refusedFor])}`
  if (parts.some(({ isHeld }) => isHeld)) return say(withdrawalTexts.held)
  const waiting = parts.filter((part) => isLeft(row, part) && waitsFor(row, part))
  if (waiting.length > 0)
    return say(waiting.some(asksFirst) ? withdrawalTexts.sellerFirst : withdrawalTexts.begunService)
  if (!parts.every(({ isSettled }) => isSettled)) return say(withdrawalTexts.decided)
  const kept = keptText(parts, locale)
  if (kept !== null) return kept
  if (parts.every(({ isReversed }) => isReversed)) return say(withdrawalTexts.reversed)
  // After a free trial, later payments may already have been charged.
  return say(
    parts.every(({ total }) => total === 0) ? withdrawalTexts.moneyBack : withdrawalTexts.moneyComing,
  )
}

/** A sentence for the buyer about the seller's share of these purchases, or null if there is none. */
export function keptText(parts: readonly Part[], locale: string | null = null): string | null {
  const sums = new Map<string, number>()
  for (const { kept, currency } of parts) if (kept > 0) sums.set(currency, (sums.get(currency) ?? 0) + kept)
  const formats = formatsOf(locale)
  const amounts = [...sums].map(([currency, sum]) => formatAmount(sum, currency, formats))
  return amounts.length === 0 ? null : withdrawalTexts.kept(amounts.join(' + '))
}

/** The consequences of withdrawing from these purchases, for buyers before and after they confirm. */
export function promiseOf(parts: readonly Part[]): string {
  const { moneyBack, sellerFirst, begunService, held } = withdrawalTexts
  const promises = parts.map((part) => ({
    title: part.title,
    promise: part.isHeld ? held : asksFirst(part) ? sellerFirst : asksSeller(part) ? begunService : moneyBack,
  }))
  const [first = moneyBack, ...others] = new Set(promises.map(({ promise }) => promise))
  if (others.length === 0) return say(first)
  const exceptions = promises
    .filter(({ promise }) => promise !== moneyBack)
    .map(({ title, promise }) => t('“{title}”: {promise}', { title, promise: say(promise) }))
  return [...(exceptions.length < promises.length ? [say(moneyBack)] : []), ...exceptions].join(' ')
}
