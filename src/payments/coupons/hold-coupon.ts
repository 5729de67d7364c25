import { sql, type Transaction } from 'kysely'
import { createHash } from 'node:crypto'
import type { Database } from '#foundation/db/schema.ts'
import { OutcomeUnknown, ProviderRefused, ProviderUnreachable } from '#foundation/card-provider/errors.ts'
import type { Payer } from '#foundation/card-provider/payer-of-method.ts'
import type { Services } from '#registry/services.ts'
import { CouponRefused } from './errors.ts'
import { emailKeyOf } from './holder.ts'

/** What a purchase takes of a coupon, as it was found for its price. */
export type HeldCoupon = {
  readonly couponId: string
  readonly codeId: string
  /** Tells buyers apart by their address. */
  readonly emailKey: string
  /** The same as earlier releases recorded it. */
  readonly formerEmailKey: string
  /** Tells them apart by what they pay with; null where that is not known. */
  readonly cardFingerprint: string | null
  /** Where it is asked from, as a digest; null where no client is at the other end. */
  readonly network: string | null
}

/**
 * Takes a place of a coupon and its code for a purchase, in the transaction that records it. Whoever takes one of the same
 * coupon waits until this one is decided, so that the last place goes to one of a thousand. Throws `CouponRefused` where
 * none is left, for anybody or for this buyer.
 */
export async function holdCoupon(
  tx: Transaction<Database>,
  purchaseId: string,
  { couponId, codeId, emailKey, formerEmailKey, cardFingerprint, network }: HeldCoupon,
): Promise<void> {
  // The coupon before its code, wherever both are counted: two that wait for each other would never end.
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
  // A statement of its own, to see what whoever held the coupon before has recorded.
  const { numAffectedRows = 0n } = await sql`
    insert into redemptions (purchase_id, coupon_id, code_id, email_key, card_fingerprint, network, state)
    select ${purchaseId}::uuid, ${couponId}::uuid, ${codeId}::uuid, ${emailKey}::text, ${cardFingerprint}::text,
      ${network}::text, 'held'
    where ${place.maxPerBuyer}::integer is null or (
      select count(*) from redemptions
      where coupon_id = ${couponId} and state <> 'released'
        and (email_key in (${emailKey}, ${formerEmailKey}) or card_fingerprint = ${cardFingerprint})
    ) < ${place.maxPerBuyer}::integer`.execute(tx)
  if (numAffectedRows === 0n) throw new CouponRefused('used-by-buyer')
}

/** A coupon of an order; each buyer may have it so many times only, or as often as they like. */
export type OrderedCoupon = HeldCoupon & { readonly maxPerBuyer: number | null }

type Order = {
  readonly stripeAccountId: string
  readonly paymentMethodId?: string | null
  readonly confirmationTokenId?: string | null
}

/** For how long the provider may take to tell the card, in milliseconds. */
const readingTimeout = 2_500

/**
 * The coupon with what tells the payer from others, where each buyer may have it so many times only: another address is made
 * in a moment, another card is not. Nothing is charged by asking. Throws `ProviderUnreachable`, and `CouponRefused` for a way
 * to pay that tells no payer from another.
 */
export async function resolveCouponCard(
  services: Pick<Services, 'provider'>,
  order: Order,
  coupon: OrderedCoupon,
  /** What a trial that begins with it has asked already; null: nothing. */
  asked: Pick<OrderedCoupon, 'cardFingerprint'> | null,
): Promise<OrderedCoupon> {
  if (coupon.maxPerBuyer === null) return coupon
  const known = asked === null ? await readPayerKey(services, order) : asked.cardFingerprint
  if (known === 'nobody') throw new CouponRefused('needs-card')
  return { ...coupon, cardFingerprint: known }
}

/**
 * What tells whoever will pay from others; null where nothing is paid with, or the provider does not know it, and `nobody` where
 * what they pay with could be anybody's. Throws `ProviderUnreachable`.
 */
export async function readPayerKey(
  { provider }: Pick<Services, 'provider'>,
  { stripeAccountId, paymentMethodId, confirmationTokenId }: Order,
): Promise<string | null> {
  const means = paymentMethodId ?? confirmationTokenId ?? null
  if (means === null) return null
  try {
    const payer = await provider.readPayer(stripeAccountId, means, readingTimeout)
    return payer === null ? 'nobody' : keyOf(payer)
  } catch (error) {
    // What the provider does not know, it will not charge either.
    if (error instanceof ProviderRefused) return null
    throw error instanceof OutcomeUnknown ? new ProviderUnreachable() : error
  }
}

/** Cards and debits by the provider's own digest, as ever; of all else a digest, so that nobody is named where limits are kept. */
function keyOf({ type, id }: Payer): string {
  if (id === null) return 'nobody'
  if (type === 'card' || type === 'sepa_debit') return id
  const same = type === 'link' ? emailKeyOf(id) : createHash('sha256').update(id).digest('base64url')
  return `${type} ${same}`
}
