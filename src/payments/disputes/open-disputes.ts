import type { Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { boughtTitle } from '#payments/purchases/records/purchase-columns.ts'
import { endedStatuses, isInquiry, standingOf } from './dispute.ts'

export type OpenDispute = {
  readonly isInquiry: boolean
  readonly buyer: string
  readonly formTitle: string
  readonly amount: number
  readonly currency: string
  readonly evidenceDueAt: Date
}

const most = 100

/** A seller's disputes and inquiries that are waiting for a response, up to 100, the most urgent first. */
export async function listOpenDisputes(
  db: Kysely<Database>,
  sellerId: string,
  now: Date,
): Promise<OpenDispute[]> {
  const rows = await db
    .selectFrom('disputes')
    .innerJoin('purchasesView as purchases', 'purchases.id', 'disputes.purchaseId')
    .innerJoin('formsView as forms', 'forms.id', 'purchases.formId')
    .select(['disputes.status', 'disputes.amount', 'disputes.currency', 'disputes.evidenceDueAt'])
    .select(['purchases.name as buyer', boughtTitle.as('formTitle')])
    .where('disputes.sellerId', '=', sellerId)
    .where('disputes.evidenceDueAt', '>', now)
    .orderBy('disputes.evidenceDueAt')
    .limit(most)
    .execute()
  return rows.flatMap(({ status, evidenceDueAt, ...dispute }) =>
    evidenceDueAt !== null && standingOf(status).isOpen
      ? [{ ...dispute, evidenceDueAt, isInquiry: isInquiry(status) }]
      : [],
  )
}

/** The disputes, by account, that began before a given time and have not ended as far as we know. */
export async function listOpenBegunBefore(db: Kysely<Database>, time: Date): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('disputes')
    .innerJoin('purchasesView as purchases', 'purchases.id', 'disputes.purchaseId')
    .select(['disputes.id', 'purchases.stripeAccountId'])
    .where('disputes.createdAt', '<', time)
    .where('disputes.status', 'not in', endedStatuses)
    .orderBy('disputes.createdAt')
    .execute()
  const byAccount = new Map<string, string[]>()
  for (const { id, stripeAccountId } of rows)
    byAccount.set(stripeAccountId, [...(byAccount.get(stripeAccountId) ?? []), id])
  return byAccount
}
