import type Stripe from 'stripe'

/** A card's public details: `brand` in the provider's spelling. */
export type ChargedCard = { readonly brand: string; readonly last4: string }

/** What a decline contains besides its reason. */
export type Decline = {
  /** How to proceed, in the provider's spelling, such as `do_not_try_again`; null: no advice. */
  readonly adviceCode: string | null
  /** Null if the response does not say. */
  readonly card: ChargedCard | null
}

type Paid = { readonly payment_method?: string | Stripe.PaymentMethod | null }

export function cardOf({ payment_method: method }: Paid): ChargedCard | null {
  if (method === null || typeof method !== 'object' || method.card === undefined) return null
  const { brand, last4 } = method.card
  return { brand, last4 }
}

export function declineOf(error: Paid & { readonly advice_code?: string }): Decline {
  return { adviceCode: error.advice_code ?? null, card: cardOf(error) }
}
