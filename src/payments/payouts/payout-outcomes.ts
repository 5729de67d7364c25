import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import type { Database } from '#foundation/db/schema.ts'
import { toMajor } from '#foundation/money/amount.ts'

/** How a payout ended, in the file that a seller takes along; the amount is in major units. */
export const exportedOutcome = z.object({
  payoutId: z.string(),
  outcome: z.enum(['paid', 'failed']),
  amount: z.number(),
  currency: z.string(),
  isDebit: z.boolean(),
  bankName: z.string().nullable(),
  bankLast4: z.string().nullable(),
  failureMessage: z.string().nullable(),
  at: z.iso.datetime(),
})

/** Oldest first. */
export async function listOutcomes(
  db: Kysely<Database>,
  sellerId: string,
): Promise<z.input<typeof exportedOutcome>[]> {
  const rows = await db
    .selectFrom('payoutOutcomes')
    .selectAll()
    .where('sellerId', '=', sellerId)
    .orderBy('at')
    .orderBy('payoutId')
    .execute()
  return rows.map(({ at, amount, ...row }) => ({
    ...row,
    amount: toMajor(amount, row.currency),
    at: at.toISOString(),
  }))
}

/** Which bank account it was is nobody's matter once the account has ended, nor what its bank said. */
export async function eraseBankDetails(tx: Transaction<Database>, sellerId: string): Promise<void> {
  await tx
    .updateTable('payoutOutcomes')
    .set({ bankName: null, bankLast4: null, failureMessage: null })
    .where('sellerId', '=', sellerId)
    .execute()
}
