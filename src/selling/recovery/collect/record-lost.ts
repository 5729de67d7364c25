import { type Kysely, sql, type Transaction } from 'kysely'
import type { Config } from '#foundation/config/config.ts'
import { newId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { RecoveredChoices, RecoveryKind, RecoveryReason } from '#foundation/db/tables/recoveries.ts'
import { type Clock, secondsAfter } from '#foundation/time/clock.ts'
import { emailKeyOf } from '#payments/coupons/holder.ts'
import { countDeclinedCards } from '#payments/purchases/records/orders-of-buyer.ts'
import { forbidsAnotherTry, wasDeclined } from '#payments/purchases/settle/outcome.ts'
import { isHeldOut } from '../hold-out.ts'
import { mayMail, settingsOf } from '../settings/form-settings.ts'
import type { EndedOrder } from './ended-orders.ts'

const hour = 60 * 60
/** The age in seconds from which lost orders get no email, such as those found only after an outage. */
const latest = 48 * hour
/** A buyer whose cards keep being declined gets no emails. */
const mostCards = 2

/** Records an order that its buyer placed but did not pay. Returns how many were new. */
export async function recordLost(
  { clock, config }: { readonly clock: Clock; readonly config: Pick<Config, 'authSecret'> },
  tx: Transaction<Database>,
  order: EndedOrder,
): Promise<number> {
  const kind = kindOf(order)
  if (kind === undefined) return 0
  const emailKey = emailKeyOf(order.email)
  if (await isRecorded(tx, { ...order, emailKey })) return 0
  const settings = await settingsOf(tx, order.formId)
  const lostAt = order.updatedAt
  const reason =
    (await hindranceOf(tx, order, clock.now())) ??
    (mayMail(settings, kind) ? null : 'off') ??
    (clock.now() > secondsAfter(lostAt, latest) ? 'expired' : null)
  await openRecovery(tx, config.authSecret, {
    kind,
    reason,
    emailKey,
    sellerId: order.sellerId,
    formId: order.formId,
    purchaseId: order.id,
    transitionId: order.entryId,
    email: order.email,
    name: order.name,
    choices: await choicesOf(tx, order),
    amount: order.total,
    currency: order.currency,
    locale: order.locale,
    language: order.language,
    consentText: null,
    createdAt: lostAt,
    nextAt: secondsAfter(lostAt, settings.waits[0] * 60),
  })
  return 1
}

/** If a bank returns a payment days later, the buyer gets a different email. */
function kindOf(order: EndedOrder): RecoveryKind | undefined {
  const { status, settlesBy, entryStatus, wasAtBank } = order
  if (settlesBy !== null || status !== entryStatus) return undefined
  if (status === 'canceled') return wasAtBank ? 'authentication' : undefined
  return wasDeclined(order) ? 'declined' : undefined
}

async function isRecorded(
  tx: Transaction<Database>,
  { formId, emailKey, entryId }: Pick<EndedOrder, 'formId' | 'entryId'> & { readonly emailKey: string },
): Promise<boolean> {
  const found = await tx
    .selectFrom('recoveries')
    .select('id')
    .where('formId', '=', formId)
    .where('emailKey', '=', emailKey)
    .where('emailKey', '!=', '')
    .where('transitionId', '>=', entryId)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** What speaks against a mail for good. */
async function hindranceOf(
  tx: Transaction<Database>,
  order: EndedOrder,
  now: Date,
): Promise<RecoveryReason | null> {
  if (forbidsAnotherTry(order)) return 'fraud'
  const since = secondsAfter(order.updatedAt, -24 * hour)
  if ((await countDeclinedCards(tx, { ...order, since })) > mostCards) return 'many_cards'
  const attack = await tx
    .selectFrom('cardTestingAttacksView')
    .select('id')
    .where('formId', '=', order.formId)
    .where('endsAt', '>', now)
    .executeTakeFirst()
  return attack === undefined ? null : 'attack'
}

/** What the buyer had chosen, from the lines of their order. */
async function choicesOf(
  db: Kysely<Database>,
  { id, priceId, couponCode }: Pick<EndedOrder, 'id' | 'priceId' | 'couponCode'>,
): Promise<RecoveredChoices> {
  const lines = await db
    .selectFrom('purchaseLinesView')
    .select(['kind', 'bumpId', 'quantity', 'subtotal', 'total', 'discountAmount', 'taxInclusive'])
    .where('purchaseId', '=', id)
    .orderBy('position')
    .execute()
  const [own] = lines
  const bumps = lines.flatMap(({ kind, bumpId }) => (kind === 'bump' && bumpId !== null ? [bumpId] : []))
  return {
    ...(priceId !== null && { price: priceId }),
    ...(own !== undefined && { quantity: own.quantity, amount: listedAmount(own) }),
    bumps,
    ...(couponCode !== null && { coupon: couponCode }),
  }
}

/** The listed amount for one item, in minor units, before the discount and before added tax. */
function listedAmount(line: {
  readonly quantity: number
  readonly subtotal: number
  readonly total: number
  readonly discountAmount: number
  readonly taxInclusive: boolean | null
}): number {
  const { quantity, subtotal, total, discountAmount, taxInclusive } = line
  return Math.round(((taxInclusive === true ? total : subtotal) + discountAmount) / quantity)
}

export type LostOrder = {
  readonly kind: RecoveryKind
  readonly reason: RecoveryReason | null
  readonly sellerId: string
  readonly formId: string
  readonly purchaseId: string | null
  readonly transitionId: number | null
  readonly emailKey: string
  readonly email: string
  readonly name: string
  readonly choices: RecoveredChoices
  readonly amount: number
  readonly currency: string
  readonly locale: string | null
  readonly language: string
  readonly consentText: string | null
  readonly createdAt: Date
  readonly nextAt: Date
}

/**
 * Opens a recovery, or updates the one that is open for this form and buyer. The newest choices apply, and an email
 * that was already sent is not sent again.
 */
export async function openRecovery(
  tx: Transaction<Database>,
  authSecret: string,
  { choices, nextAt, reason, ...lost }: LostOrder,
): Promise<void> {
  const id = newId()
  const state = reason === null ? ('waiting' as const) : ('over' as const)
  const row = {
    ...lost,
    id,
    choices: JSON.stringify(choices),
    holdOut: isHeldOut(authSecret, id),
    state,
    reason,
    nextAt: reason === null ? nextAt : null,
  }
  const { kind, purchaseId, transitionId, email, name, amount, currency, locale, language } = row
  const renewed = { kind, purchaseId, transitionId, email, name, amount, currency, locale, language }
  const isUntried = sql<boolean>`tried_at is null and asked_at is null`
  const { numUpdatedRows } = await tx
    .updateTable('recoveries')
    .set({
      ...renewed,
      choices: row.choices,
      ...(reason === null ? {} : { state, reason }),
      nextAt:
        reason === null ? sql`case when ${isUntried} then ${nextAt}::timestamptz else next_at end` : null,
    })
    .where('formId', '=', lost.formId)
    .where('emailKey', '=', lost.emailKey)
    .where('state', 'in', ['waiting', 'sent'])
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0) return
  await tx
    .insertInto('recoveries')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
