import type { Transaction } from 'kysely'
import { findOwner } from '#accounts/onboarding/find-owner.ts'
import type { Config } from '#foundation/config.ts'
import type { Database } from '#foundation/db/schema.ts'
import { enqueueMail } from '#foundation/mail/outbox.ts'
import type { Withdrawal } from './store.ts'

/** Who is told of a statement: the owner of the shop, or whoever runs the product where no shop is known. */
async function contactOf(
  tx: Transaction<Database>,
  { mail }: Config,
  sellerId: string | null,
): Promise<{ recipient: string; userId?: string }> {
  const owner = sellerId === null ? undefined : await findOwner(tx, sellerId)
  return owner === undefined ? { recipient: mail.contact } : { recipient: owner.email, userId: owner.id }
}

/** Tells the seller of a statement, or the operator of one that fits no shop. */
export async function tellSeller(tx: Transaction<Database>, config: Config, row: Withdrawal): Promise<void> {
  await enqueueMail(tx, {
    kind: 'withdrawal_notice',
    about: row.id,
    data: { id: row.id },
    at: row.receivedAt,
    ...(await contactOf(tx, config, row.sellerId)),
  })
}

/** Tells the seller that the card provider did not make a refund. */
export async function tellOfFailure(
  tx: Transaction<Database>,
  config: Config,
  row: Withdrawal,
  at: Date,
): Promise<void> {
  await enqueueMail(tx, {
    kind: 'withdrawal_stuck',
    about: `${row.id} ${at.toISOString()}`,
    data: { id: row.id },
    at,
    ...(await contactOf(tx, config, row.sellerId)),
  })
}

/** Answers the buyer that a bank holds the money, or that the seller refuses; once. */
export async function answerBuyer(
  tx: Transaction<Database>,
  kind: 'withdrawal_held' | 'withdrawal_refused',
  row: Withdrawal,
  at: Date,
): Promise<void> {
  await enqueueMail(tx, { kind, about: row.id, data: { id: row.id }, recipient: row.email, at })
}
