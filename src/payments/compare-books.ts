import { secondsAfter } from '#db/clock.ts'
import { wasPaid, type Purchase } from './purchase.ts'
import { agrees, amountsOf, outcomeOf, settlePurchase } from './settle-purchase.ts'
import type { Parts } from '#parts.ts'
import {
  listConnectedAccounts,
  listPurchasesOfAccount,
  recordDifference,
  type BookDifference,
} from './store.ts'

const daysBack = 3
/** What is younger may still be on its way, in seconds. */
const margin = 600

/**
 * Compares the last three days purchase by purchase with the provider, account by account. What can be repaired (a
 * charge whose purchase does not know of it yet) is settled; any other difference is put on the list for a person and
 * logged as an alarm. Answers the differences found.
 */
export async function compareBooks(parts: Parts): Promise<BookDifference[]> {
  const found: BookDifference[] = []
  for (const account of await listConnectedAccounts(parts.db)) {
    found.push(...(await compareAccount(parts, account)))
  }
  for (const difference of found) {
    await recordDifference(parts.db, difference)
    parts.log.error({ alarm: true, ...difference }, 'the books differ')
  }
  return found
}

async function compareAccount(parts: Parts, account: string): Promise<BookDifference[]> {
  const to = secondsAfter(parts.clock.now(), -margin)
  const from = secondsAfter(to, -daysBack * 24 * 60 * 60)
  const purchases = new Map<string, Purchase>()
  for (const purchase of await listPurchasesOfAccount(parts.db, account, from, to)) {
    purchases.set(purchase.id, purchase)
  }
  const differences: BookDifference[] = []
  const charged = new Set<string>()
  const span = [secondsAfter(from, -margin), secondsAfter(to, margin)] as const
  for await (const intent of parts.provider.listPaymentIntents(account, ...span)) {
    if (intent.status !== 'succeeded' || intent.purchaseId === undefined) continue
    charged.add(intent.purchaseId)
    const purchase = purchases.get(intent.purchaseId)
    const base = { stripeAccountId: account, paymentIntentId: intent.id }
    if (purchase === undefined) {
      const isWithinSpan = intent.createdAt >= from && intent.createdAt <= to
      const details = { amount: intent.amountReceived, currency: intent.currency }
      if (isWithinSpan)
        differences.push({ ...base, kind: 'charge_without_purchase', purchaseId: null, details })
    } else if (!agrees(purchase, intent)) {
      const details = amountsOf(purchase, intent)
      differences.push({ ...base, kind: 'amount_differs', purchaseId: purchase.id, details })
    } else if (!wasPaid(purchase.status)) {
      await settlePurchase(parts, purchase, outcomeOf(intent), 'comparison of the books')
    }
  }
  return [...differences, ...[...purchases.values()].flatMap((purchase) => withoutCharge(purchase, charged))]
}

function withoutCharge(purchase: Purchase, charged: ReadonlySet<string>): BookDifference[] {
  if (!wasPaid(purchase.status) || purchase.total === 0 || charged.has(purchase.id)) return []
  return [
    {
      kind: 'purchase_without_charge',
      stripeAccountId: purchase.stripeAccountId,
      paymentIntentId: purchase.paymentIntentId,
      purchaseId: purchase.id,
      details: { total: purchase.total, currency: purchase.currency },
    },
  ]
}
