import type { z } from 'zod'
import type { Services } from '#registry/services.ts'
import { findPurchaseById } from '#payments/purchases/records/find-purchase.ts'
import { subscriptionOfOrder } from '#payments/subscriptions/begin/begin-subscription.ts'
import { hasEnded } from '#payments/subscriptions/end/correct-end.ts'
import type { refundPreview } from '../contract.ts'
import { endWith, isOpen, mayBePerformed } from './parts.ts'
import { listEarlier, listParts, listRenewals, type Part, type Withdrawal } from '../store.ts'

/** What accepting a statement would give back now, payment by payment, and whether it ends a subscription. */
export async function previewRefund(
  { db }: Pick<Services, 'db'>,
  { id, purchaseId }: Withdrawal,
): Promise<z.input<typeof refundPreview>> {
  const stated = purchaseId === null ? [] : await listParts(db, { statedBy: id })
  const covered = await listParts(db, { withdrawalId: id })
  const added = stated.filter(isOpen)
  const orders = [...covered, ...added].filter(({ kind }) => kind === 'order')
  const renewals = (await Promise.all(orders.map((order) => renewalsWith(db, order)))).flat()
  const parts = new Map([...covered, ...added, ...renewals].map((part) => [part.id, part]))
  const due = [...parts.values()].filter(
    ({ isSettled, isHeld, withdrawalId }) => !isSettled && !isHeld && (withdrawalId ?? id) === id,
  )
  return {
    parts: due.map((part) => ({
      purchaseId: part.id,
      title: part.title,
      kind: part.kind,
      paidAt: part.paidAt.toISOString(),
      amount: part.total - part.returned,
      currency: part.currency,
      total: mayBePerformed(part) ? part.total : null,
    })),
    endsSubscription: (await Promise.all(orders.map((order) => goesOn(db, order)))).includes(true),
  }
}

/** The later payments that go back with an order. */
export async function renewalsWith(db: Services['db'], order: Part): Promise<Part[]> {
  const found = await listRenewals(db, order.id, endWith(order, await listEarlier(db, order.id)))
  return found.length === 0 ? [] : listParts(db, { ids: found.map(({ id }) => id) })
}

async function goesOn(db: Services['db'], { id }: Part): Promise<boolean> {
  const order = await findPurchaseById(db, id)
  const subscription = order && (await subscriptionOfOrder(db, order))
  return subscription !== undefined && !hasEnded(subscription.status)
}
