import { sql, type Transaction } from 'kysely'
import { createHash } from 'node:crypto'
import type { Database } from '#foundation/db/schema.ts'
import { OutcomeUnknown, ProviderRefused, ProviderUnreachable } from '#foundation/card-provider/errors.ts'
import type { Payer } from '#foundation/card-provider/payer-of-method.ts'
import type { Services } from '#registry/services.ts'
import { CouponRefused } from './errors.ts'
import { emailKeyOf } from './holder.ts'

export type HeldCoupon = {
  readonly couponId: string
  readonly codeId: string
  readonly emailKey: string
  /** The key that earlier releases recorded for the same email address. */
  readonly formerEmailKey: string
  /** Identifies the buyer by payment method, or null if unknown. */
  readonly cardFingerprint: string | null
  readonly network: string | null
}

/**
 * Reserves a use of a coupon and its code for a purchase, in the transaction that records the purchase. Other purchases
 * with the coupon wait for that transaction, so that exactly one of a thousand gets the last use. Throws
 * `CouponRefused` if none is left, in total or for this buyer.
 */
export async function holdCoupon(
  tx: Transaction<Database>,
  purchaseId: string,
  { couponId, codeId, emailKey, formerEmailKey, cardFingerprint, network }: HeldCoupon,
): Promise<void> {
  // Always locks the coupon before its code, because two purchases that lock them in opposite order would deadlock.
  const { rows } = await sql<{ maxPerBuyer: number | null }>`
    with coupon as (
      update coupons set taken = taken + 1
      where id = ${couponId} and is_active and deleted_at is null
        and (max_redemptions is null or taken < max_redemptions)
      returning id, max_per_buyer
    )
    update coupon_codes set taken = taken + 1
    from coupon
    where coupon_codes.id = ${codeId} and coupon_codes.coupon_id = coupon.id and deleted_at is null
      and (max_redemptions is null or taken < max_redemptions)
    returning coupon.max_per_buyer as "maxPerBuyer"`.execute(tx)
  const [place] = rows
  if (place === undefined) throw new CouponRefused('used-up')
  // A separate statement, so that it sees what earlier holders of the lock have recorded.
  const { numAffectedRows = 0n } = await sql`
    insert into redemptions (purchase_id, coupon_id, code_id, email_key, card_fingerprint, network, state)
    select ${purchaseId}::uuid, ${couponId}::uuid, ${codeId}::uuid, ${emailKey}::text, ${cardFingerprint}::text,
      ${network}::text, 'held'
    where ${place.maxPerBuyer}::integer is null or (
      select count(*) from redemptions
      where coupon_id = ${couponId} and state <> 'released'
        and (email_key in (${emailKey}, ${formerEmailKey}) or card_fingerprint = ${cardFingerprint}
          or paid_by = ${cardFingerprint})
    ) < ${place.maxPerBuyer}::integer`.execute(tx)
  if (numAffectedRows === 0n) throw new CouponRefused('used-by-buyer')
}

/** Null means that there is no limit per buyer. */
export type OrderedCoupon = HeldCoupon & { readonly maxPerBuyer: number | null }

type Order = {
  readonly stripeAccountId: string
  readonly paymentMethodId?: string | null
  readonly confirmationTokenId?: string | null
}

/** How long Stripe may take to return the card, in milliseconds. */
const readingTimeout = 2_500

/**
 * Adds the payer's identity for a coupon with a limit per buyer, because a new email address is easy to get but a new
 * card is not. Reading this identity charges nothing. Throws `ProviderUnreachable`, and `CouponRefused` for a payment
 * method that does not identify its payer.
 */
export async function resolveCouponCard(
  services: Pick<Services, 'provider'>,
  order: Order,
  coupon: OrderedCoupon,
  asked: Pick<OrderedCoupon, 'cardFingerprint'> | null,
): Promise<OrderedCoupon> {
  if (coupon.maxPerBuyer === null) return coupon
  const known = asked === null ? await readPayerKey(services, order) : asked.cardFingerprint
  if (known === 'anyone') throw new CouponRefused('needs-card')
  return { ...coupon, cardFingerprint: known }
}

/**
 * Identifies the payer by payment method. Null if there is no payment method or Stripe does not know it, and `anyone`
 * if it could belong to anyone. Throws `ProviderUnreachable`.
 */
export async function readPayerKey(
  { provider }: Pick<Services, 'provider'>,
  { stripeAccountId, paymentMethodId, confirmationTokenId }: Order,
): Promise<string | null> {
  const means = paymentMethodId ?? confirmationTokenId ?? null
  if (means === null) return null
  try {
    const payer = await provider.readPayer(stripeAccountId, means, readingTimeout)
    return payerKeyOf(payer) ?? 'anyone'
  } catch (error) {
    // A payment method that Stripe does not know cannot be charged either.
    if (error instanceof ProviderRefused) return null
    throw error instanceof OutcomeUnknown ? new ProviderUnreachable() : error
  }
}

/**
 * Uses Stripe's own digest for cards and debits, and ours for everything else, so that no personal data is stored. Null
 * if the payment method does not identify its payer.
 */
export function payerKeyOf(payer: Payer | null): string | null {
  const { type, id } = payer ?? { type: '', id: null }
  if (id === null) return null
  if (type === 'card' || type === 'sepa_debit') return id
  const same = type === 'link' ? emailKeyOf(id) : createHash('sha256').update(id).digest('base64url')
  return `${type} ${same}`
}
