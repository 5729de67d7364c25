import type { z } from 'zod'
import { takenBackUntil } from '#payments/purchases/charge/paid-with.ts'
import { isTakenBack } from '#payments/disputes/dispute.ts'
import { mailAddressOf, wasPaid } from '#payments/purchases/purchase.ts'
import { describeSubscription, inSellersWords } from '#payments/subscriptions/describe-subscription.ts'
import { begunSubscriptionOf } from '#payments/subscriptions/begin/begin-subscription.ts'
import type { Services } from '#registry/services.ts'
import type { sale, SaleDetail } from './contract.ts'
import { findSale, type SaleDetailRow, type SaleRow } from './store.ts'

/**
 * One of the seller's sales as `saleDetail` returns it, without the parts that depend on the caller. Undefined if not
 * found.
 */
export async function readSale(services: Pick<Services, 'db' | 'clock'>, sellerId: string, id: string) {
  const found = await findSale(services.db, sellerId, id)
  if (found === undefined) return undefined
  const { terms: _terms, keyGeneration: _generation, ...row } = found
  return describeDetail(services, row)
}

/** The part of a sale that is the same for every reader. The rest of `saleDetail` depends on the caller. */
export async function describeDetail(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  row: Omit<SaleDetailRow, 'terms' | 'keyGeneration'>,
) {
  const begun = await begunSubscriptionOf(db, row)
  return {
    ...row,
    ...describeSale(row),
    history: row.history.map((move) => ({ ...move, at: isoTime(move.at) })),
    refunds: row.refunds.map((refund) => ({ ...refund, createdAt: isoTime(refund.createdAt) })),
    disputes: row.disputes.map(({ evidenceDueAt, createdAt, ...dispute }) => ({
      ...dispute,
      evidenceDueAt: evidenceDueAt === null ? null : isoTime(evidenceDueAt),
      createdAt: isoTime(createdAt),
    })),
    mailAddress: mailAddressOf(row),
    refundable: refundableOf(row),
    followUps: row.followUps.map((one) => ({ ...one, createdAt: isoTime(one.createdAt) })),
    subscription: begun === undefined ? null : describeSubscription(inSellersWords(begun), clock.now()),
    card: cardOf(row),
    settlesBy: row.status === 'processing' ? (row.settlesBy?.toISOString() ?? null) : null,
    takenBackUntil: takenBackUntil(row)?.toISOString() ?? null,
  }
}

/** A sale as the list shows it. */
export function describeSale(row: SaleRow): z.input<typeof sale> {
  const { unpaidInvoiceId, paymentFailedAt, nextPaymentAttempt } = row
  return {
    ...row,
    unpaidRenewal:
      unpaidInvoiceId === null
        ? null
        : {
            failedAt: paymentFailedAt?.toISOString() ?? null,
            nextTryAt: nextPaymentAttempt?.toISOString() ?? null,
          },
    createdAt: row.createdAt.toISOString(),
    paidAt: row.paidAt?.toISOString() ?? null,
  }
}

function cardOf({
  cardBrand: brand,
  cardLast4: last4,
}: Pick<SaleDetailRow, 'cardBrand' | 'cardLast4'>): SaleDetail['card'] {
  return brand === null || last4 === null ? null : { brand, last4 }
}

export function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}

function refundableOf({
  status,
  total,
  refunds,
  disputes,
}: Omit<SaleDetailRow, 'terms' | 'keyGeneration'>): number {
  if (!wasPaid(status) || disputes.some((dispute) => isTakenBack(dispute.status))) return 0
  return refunds.reduce((left, refund) => (refund.status === 'failed' ? left : left - refund.total), total)
}
