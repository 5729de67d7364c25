import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { findOwner } from '#accounts/people/read-people.ts'
import type { Config } from '#foundation/config/config.ts'
import type { Database } from '#foundation/db/schema.ts'
import { enqueueMail } from '#foundation/mail/outbox.ts'
import { hasHappened, recordEvent } from '#payments/purchases/settle/record-event.ts'
import type { Part, Withdrawal } from './store.ts'
import { countedWith } from './statement/strange-statements.ts'

/** The recipient of news about a statement: the shop's owner, or the operator if the shop is unknown or has closed. */
async function contactOf(
  tx: Transaction<Database>,
  { mail }: Config,
  sellerId: string | null,
): Promise<{ recipient: string; userId?: string }> {
  const owner = sellerId === null ? undefined : await findOwner(tx, sellerId)
  return owner === undefined ? { recipient: mail.contact } : { recipient: owner.email, userId: owner.id }
}

/**
 * Notifies the seller of a statement, or the operator if it matches no shop or the shop has closed. A withdrawal from a
 * known purchase is recorded in its history, which notifies the shop's members. If statements are not known to come
 * from a buyer, the first ones in each hour are emailed separately, and one email reports the number of the others.
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
  if (row.kind === 'withdrawal' && row.purchaseId !== null) {
    const happened = { event: 'withdrawal', subject: row.id } as const
    const cause = 'withdrawal received'
    // A statement that waits for a bank is matched more than once.
    if (!(await hasHappened(tx, row.purchaseId, happened, cause)))
      await recordEvent(tx, row.purchaseId, happened, cause)
    // A closed shop has no members who would be notified.
    if (row.sellerId !== null && (await findOwner(tx, row.sellerId)) !== undefined) return
  }
  await enqueueMail(tx, {
    kind: 'withdrawal_notice',
    about: row.id,
    data: { id: row.id },
    at: row.receivedAt,
    ...(await contactOf(tx, config, row.sellerId)),
  })
}

/** Notifies the seller of refunds that Stripe could not make, once for each failure. */
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

/** Reminds the operator that a closed shop's refund is due soon. */
export async function remindOperator(
  tx: Transaction<Database>,
  config: Config,
  { id, sellerId }: Pick<Withdrawal, 'id' | 'sellerId'>,
  at: Date,
): Promise<void> {
  const { userId, recipient } = await contactOf(tx, config, sellerId)
  if (userId !== undefined) return
  await enqueueMail(tx, { kind: 'withdrawal_due', about: id, data: { id }, recipient, at })
}

export const answers = ['withdrawal_held', 'withdrawal_refused', 'withdrawal_kept'] as const

/**
 * Emails the buyer, once each, that a bank is holding the money, that the seller declines, or that the seller retains a
 * part.
 */
export async function answerBuyer(
  tx: Transaction<Database>,
  kind: (typeof answers)[number],
  row: Withdrawal,
  at: Date,
): Promise<void> {
  await enqueueMail(tx, { kind, about: row.id, data: { id: row.id }, recipient: row.email, at })
}

/** Emails "Was this you?" once a day for each address and purchase, however many statements arrive. */
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

/**
 * The ids of the emails about a purchase, including those about its buyer's statements. `purchase` is the
 * purchase's id.
 */
export function mailsOfPurchase(purchase: RawBuilder<unknown>): RawBuilder<string> {
  return sql`(
    select of_purchase.id from mails_view of_purchase where of_purchase.purchase_id = ${purchase}
    union all
    select of_statement.id from stated_purchases
    join mails_view of_statement on of_statement.about = stated_purchases.withdrawal_id::text
      and of_statement.kind in (${sql.join(['withdrawal', ...answers])})
      and of_statement.purchase_id is null and of_statement.refund_id is null and of_statement.user_id is null
    where stated_purchases.purchase_id = ${purchase}
  )`
}

/** The emails about these purchases and their statements, and the seller's other emails to these addresses. */
export async function listMailsOfBuyer(
  db: Kysely<Database>,
  {
    sellerId,
    purchaseIds,
    addresses,
  }: {
    readonly sellerId: string
    readonly purchaseIds: readonly string[]
    readonly addresses: readonly string[]
  },
): Promise<{ id: string; isWaiting: boolean }[]> {
  const { rows } = await sql<{ id: string; isWaiting: boolean }>`
    select mails.id, mails.next_attempt_at is not null as is_waiting from mails_view as mails
    where mails.id in (
      select about.id from unnest(${purchaseIds}::uuid[]) as bought (id)
      cross join lateral ${mailsOfPurchase(sql`bought.id`)} as about (id)
      union all
      select apart.id from mails_view apart
      where apart.purchase_id is null and apart.user_id is null
        and apart.recipient = any(${addresses}) and apart.data ->> 'sellerId' = ${sellerId}
    )`.execute(db)
  return rows
}
