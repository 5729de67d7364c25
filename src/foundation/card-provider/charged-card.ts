import type Stripe from 'stripe'

/** A card's public details. `brand` is spelled as by the provider, and `country` is an ISO 3166-1 code or unknown. */
export type ChargedCard = {
  readonly brand: string
  readonly last4: string
  readonly country: string | null
}

/** What the provider says about a decline, besides its reason. */
export type Decline = {
  /** The bank's advice as the provider spells it, such as `do_not_try_again`, or null. */
  readonly adviceCode: string | null
  /** The card that was declined, or null if the response does not say. */
  readonly card: ChargedCard | null
}

type Paid = { readonly payment_method?: string | Stripe.PaymentMethod | null }

export function cardOf({ payment_method: method }: Paid): ChargedCard | null {
  if (method === null || typeof method !== 'object' || method.card === undefined) return null
  const { brand, last4, country } = method.card
  return { brand, last4, country }
}

export function declineOf(error: Paid & { readonly advice_code?: string }): Decline {
  return { adviceCode: error.advice_code ?? null, card: cardOf(error) }
}
