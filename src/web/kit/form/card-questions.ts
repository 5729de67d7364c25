import type { Stripe, StripeCardElement } from '@stripe/stripe-js'

/** The provider's requests for a typed card. */
export type CardQuestion = (stripe: Stripe, card: StripeCardElement) => Promise<CardAnswer>

/** The provider's result, or the reason why there is none. */
export type CardAnswer = {
  readonly paymentMethod?: { readonly id: string } | undefined
  readonly setupIntent?: { readonly id: string } | undefined
  readonly error?: { readonly message?: string } | undefined
}

/** Turns the typed card into a PaymentMethod of this person. */
export function createMethod({ email, name }: { email: string; name: string }): CardQuestion {
  return async (stripe, card) =>
    stripe.createPaymentMethod({ type: 'card', card, billing_details: { email, name } })
}

/** Sets up the typed card for later payments, for which the bank may ask for authentication. Returns a SetupIntent. */
export function confirmSetup(clientSecret: string): CardQuestion {
  return async (stripe, card) => stripe.confirmCardSetup(clientSecret, { payment_method: { card } })
}
