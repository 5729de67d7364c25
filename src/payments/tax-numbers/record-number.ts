import type { Kysely, Transaction } from 'kysely'
import { newId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import { type CheckedNumber, textOf } from './check-number.ts'

/** After how many seconds the register is asked again, after `count` attempts without a response: 5 minutes to a day. */
export function askedAgainAfter(count: number): number {
  return Math.min(5 * 60 * 2 ** Math.min(count, 9), 24 * 60 * 60)
}

/**
 * Records the VAT number given for an order, with the register's response. Without a response, the register is asked
 * again.
 */
export async function recordNumber(
  tx: Transaction<Database>,
  purchaseId: string,
  { vat, requester, status, name, requestId, checkedAt }: CheckedNumber,
): Promise<void> {
  await tx
    .insertInto('vatNumbers')
    .values({
      id: newId(),
      purchaseId,
      ...vat,
      requester: textOf(requester),
      status,
      name,
      requestId,
      checkedAt,
      nextCheckAt: status === 'unavailable' ? secondsAfter(checkedAt, askedAgainAfter(0)) : null,
    })
    .execute()
}

/**
 * Records a VAT number that a buyer gave after paying with tax, so that the register is asked about it. A
 * number that is already confirmed stays.
 */
export async function recordLateNumber(
  tx: Transaction<Database>,
  purchaseId: string,
  { vat, requester }: Pick<CheckedNumber, 'vat' | 'requester'>,
  now: Date,
): Promise<void> {
  const given = {
    ...vat,
    requester: textOf(requester),
    status: 'unavailable' as const,
    name: null,
    requestId: null,
    checkedAt: now,
    nextCheckAt: now,
    checkCount: 0,
  }
  await tx
    .insertInto('vatNumbers')
    .values({ ...given, id: newId(), purchaseId })
    .onConflict((conflict) =>
      conflict.column('purchaseId').doUpdateSet(given).where('vatNumbers.status', '!=', 'verified'),
    )
    .execute()
}

/** Whether the register has confirmed the VAT number given for an order, so that the order's tax depends on it. */
export async function hasConfirmedNumber(db: Kysely<Database>, orderId: string): Promise<boolean> {
  const confirmed = await db
    .selectFrom('vatNumbers')
    .select('id')
    .where('purchaseId', '=', orderId)
    .where('status', '=', 'verified')
    .executeTakeFirst()
  return confirmed !== undefined
}
