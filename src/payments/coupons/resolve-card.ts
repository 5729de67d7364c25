import { createHash } from 'node:crypto'
import { OutcomeUnknown, ProviderRefused, ProviderUnreachable } from '#foundation/card-provider/errors.ts'
import type { Payer } from '#foundation/card-provider/payer-of-method.ts'
import type { Services } from '#registry/services.ts'
import { emailKeyOf } from './holder.ts'
import { CouponRefused } from './errors.ts'
import type { HeldCoupon } from './hold-coupon.ts'

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
