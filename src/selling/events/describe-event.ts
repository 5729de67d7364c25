import type { Selectable } from 'kysely'
import type { EventsView } from '#foundation/db/tables/events.ts'
import { eventTypes, type EventType } from '#foundation/events/event-types.ts'
import { may, type Rights } from '#foundation/http/contract/caller.ts'
import { findOutcome } from '#payments/payouts/record-payout.ts'
import type { Services } from '#registry/services.ts'
import { nameCustomer } from '#selling/customers/name-customer.ts'
import { readInvoice } from '#selling/invoices/read-invoice.ts'
import { readRecovery } from '#selling/recovery/read-recovery.ts'
import { readSale } from '#selling/sales/describe-sale.ts'
import { apiVersion, type EventData, type ThinEvent } from './contract.ts'
import { readLeft } from '#payments/stock/read-left.ts'
import { nameForm } from './name-form.ts'

export type EventRow = Omit<Selectable<EventsView>, 'formId'>

/** Reads only the ids. A type that an older process does not know yet is skipped. */
export function describeThin(row: EventRow): ThinEvent | undefined {
  const type = eventTypes.find((known) => known === row.type)
  if (type === undefined) return undefined
  return {
    id: row.publicId,
    sequence: row.id,
    type,
    apiVersion,
    createdAt: row.happenedAt.toISOString(),
    objectId: row.objectId,
    purchaseId: row.purchaseId,
  }
}

/**
 * Whether the caller can read the objects of an event of this type. The right to read events alone does not include
 * this.
 */
export function mayReadData(caller: Rights, type: EventType): boolean {
  return may(caller, entityOf(type), 'read')
}

function entityOf(type: EventType): 'payouts' | 'customers' | 'forms' | 'sales' {
  if (type.startsWith('payout.')) return 'payouts'
  if (type.startsWith('form.') || type.startsWith('stock.')) return 'forms'
  return type.startsWith('customer.') ? 'customers' : 'sales'
}

/**
 * Reads the objects of an event as the API returns them now. They are not stored with the event, so erased data is
 * missing here too.
 */
export async function readEventData(
  services: Pick<Services, 'db' | 'clock'>,
  { sellerId, objectId, purchaseId }: Pick<EventRow, 'sellerId' | 'objectId' | 'purchaseId'>,
  type: EventType,
): Promise<EventData> {
  const { db } = services
  if (type === 'payout.paid' || type === 'payout.failed') {
    const outcome = type === 'payout.paid' ? 'paid' : 'failed'
    return { payout: (await findOutcome(db, sellerId, { payoutId: objectId, outcome })) ?? null }
  }
  if (type === 'customer.corrected' || type === 'customer.merged' || type === 'customer.erased')
    return { customer: await nameCustomer(db, sellerId, objectId) }
  if (type === 'form.attacked') return { form: (await nameForm(db, sellerId, objectId)) ?? null }
  if (type === 'stock.low' || type === 'stock.sold_out') {
    const [stock] = await readLeft(db, [objectId])
    return {
      form: (await nameForm(db, sellerId, objectId)) ?? null,
      stock: stock === undefined ? null : { limit: stock.limit, left: stock.left },
    }
  }
  const purchase = purchaseId === null ? null : ((await readSale(services, sellerId, purchaseId)) ?? null)
  if (type === 'purchase.refunded' || type === 'purchase.undone')
    return { purchase, refund: purchase?.refunds.find(({ id }) => id === objectId) ?? null }
  if (type === 'purchase.disputed' || type === 'purchase.dispute_ended')
    return { purchase, dispute: purchase?.disputes.find(({ id }) => id === objectId) ?? null }
  if (type === 'invoice.issued' || type === 'invoice.credited')
    return { purchase, invoice: (await readInvoice(db, sellerId, objectId)) ?? null }
  if (type === 'recovery.sent') return { recovery: (await readRecovery(db, sellerId, objectId)) ?? null }
  if (type === 'recovery.recovered')
    return { purchase, recovery: (await readRecovery(db, sellerId, objectId)) ?? null }
  return { purchase }
}
