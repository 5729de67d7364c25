import type { Transaction } from 'kysely'
import { findOwner } from '#accounts/people/read-people.ts'
import type { Config } from '#foundation/config/config.ts'
import type { Database } from '#foundation/db/schema.ts'
import { enqueueMail } from '#foundation/mail/outbox.ts'
import type { Part, Withdrawal } from './store.ts'
import { countedWith } from './statement/strange-statements.ts'

/** Who is told of a statement: the owner of the shop, or whoever runs the product where no shop is known. */
async function contactOf(
  tx: Transaction<Database>,
  { mail }: Config,
  sellerId: string | null,
): Promise<{ recipient: string; userId?: string }> {
  const owner = sellerId === null ? undefined : await findOwner(tx, sellerId)
  return owner === undefined ? { recipient: mail.contact } : { recipient: owner.email, userId: owner.id }
}

/**
 * Notifies the seller of a statement, or the operator of one that fits no shop; of what is not known to come from a buyer, the
 * first of each hour by themselves, and the others by how many they are.
 */
export async function notifySeller(
  tx: Transaction<Database>,
  config: Config,
  row: Withdrawal,
): Promise<void> {
  const counted = await countedWith(tx, row)
  if (counted !== null) {
    const { of, at } = counted
    await enqueueMail(tx, {
      kind: 'withdrawals_counted',
      about: [of.sellerId ?? 'no shop', of.fits, of.from].join(' '),
      data: of,
      at,
      ...(await contactOf(tx, config, row.sellerId)),
    })
    return
  }
  await enqueueMail(tx, {
    kind: 'withdrawal_notice',
    about: row.id,
    data: { id: row.id },
    at: row.receivedAt,
    ...(await contactOf(tx, config, row.sellerId)),
  })
}

/** Notifies the seller of refunds that the card provider did not make; once for each failure. */
export async function notifyFailure(
  tx: Transaction<Database>,
  config: Config,
  row: Withdrawal,
  failed: readonly Pick<Part, 'id' | 'failedRefunds'>[],
  at: Date,
): Promise<void> {
  await enqueueMail(tx, {
    kind: 'withdrawal_stuck',
    about: [row.id, ...failed.map(({ id, failedRefunds }) => `${id} ${failedRefunds}`)].join(' '),
    data: { id: row.id },
    at,
    ...(await contactOf(tx, config, row.sellerId)),
  })
}

/** The answers to a statement, as their mails are called. */
export const answers = ['withdrawal_held', 'withdrawal_refused', 'withdrawal_kept'] as const

/** Answers the buyer that a bank holds the money, that the seller refuses, or keeps a part; once. */
export async function answerBuyer(
  tx: Transaction<Database>,
  kind: (typeof answers)[number],
  row: Withdrawal,
  at: Date,
): Promise<void> {
  await enqueueMail(tx, { kind, about: row.id, data: { id: row.id }, recipient: row.email, at })
}

/** "Was this you?", once a day for each address and purchase, whoever sends how many statements. */
export async function askBuyer(
  tx: Transaction<Database>,
  { kind, name, reference, receivedAt }: Withdrawal,
  recipient: string,
  orders: readonly { readonly id: string; readonly title: string; readonly sellerId: string }[],
): Promise<void> {
  const shops = [...new Set(orders.map(({ sellerId }) => sellerId))]
  const day = receivedAt.toISOString().slice(0, 10)
  await enqueueMail(tx, {
    kind: 'withdrawal_question',
    ...(orders[0] === undefined ? {} : { purchaseId: orders[0].id }),
    about: `${orders.map(({ id }) => id).join(' ')} ${day}${kind === 'cancellation' ? ' cancellation' : ''}`,
    data: {
      kind,
      sellerId: shops.length === 1 ? shops[0] : null,
      name,
      reference,
      receivedAt: receivedAt.toISOString(),
      purchases: orders.map(({ id, title }) => ({ id, title })),
    },
    recipient,
    at: receivedAt,
  })
}
