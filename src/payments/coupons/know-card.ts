import { OutcomeUnknown, ProviderRefused, ProviderUnreachable } from '#foundation/card-provider/errors.ts'
import type { Services } from '#foundation/services.ts'
import type { HeldCoupon } from './hold-coupon.ts'

/** A coupon of an order; each buyer may have it so many times only, or as often as they like. */
export type OrderedCoupon = HeldCoupon & { readonly maxPerBuyer: number | null }

type Order = {
  readonly stripeAccountId: string
  readonly paymentMethodId?: string | null
  readonly confirmationTokenId?: string | null
}

/** For how long the provider may take to tell the card, in milliseconds. */
const tellingTime = 2_500

/**
 * The coupon with what tells the card that will pay from others, where each buyer may have it so many times only: another
 * address is made in a moment, another card is not. Nothing is charged by asking. Throws `ProviderUnreachable`.
 */
export async function knowCard(
  { provider }: Pick<Services, 'provider'>,
  { stripeAccountId, paymentMethodId, confirmationTokenId }: Order,
  coupon: OrderedCoupon,
): Promise<OrderedCoupon> {
  const means = paymentMethodId ?? confirmationTokenId ?? null
  if (coupon.maxPerBuyer === null || means === null) return coupon
  try {
    const cardFingerprint = await provider.readFingerprint(stripeAccountId, means, tellingTime)
    return { ...coupon, cardFingerprint }
  } catch (error) {
    // What the provider does not know, it will not charge either.
    if (error instanceof ProviderRefused) return coupon
    throw error instanceof OutcomeUnknown ? new ProviderUnreachable() : error
  }
}
