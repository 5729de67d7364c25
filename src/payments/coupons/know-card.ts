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
  services: Pick<Services, 'provider'>,
  order: Order,
  coupon: OrderedCoupon,
  /** What a trial that begins with it has asked already; null: nothing. */
  asked: Pick<OrderedCoupon, 'cardFingerprint'> | null,
): Promise<OrderedCoupon> {
  if (coupon.maxPerBuyer === null) return coupon
  return {
    ...coupon,
    cardFingerprint: asked === null ? await readCard(services, order) : asked.cardFingerprint,
  }
}

/** What tells the card that will pay from others; null where that is not known. Throws `ProviderUnreachable`. */
export async function readCard(
  { provider }: Pick<Services, 'provider'>,
  { stripeAccountId, paymentMethodId, confirmationTokenId }: Order,
): Promise<string | null> {
  const means = paymentMethodId ?? confirmationTokenId ?? null
  if (means === null) return null
  try {
    return await provider.readFingerprint(stripeAccountId, means, tellingTime)
  } catch (error) {
    // What the provider does not know, it will not charge either.
    if (error instanceof ProviderRefused) return null
    throw error instanceof OutcomeUnknown ? new ProviderUnreachable() : error
  }
}
