import type { Stripe, StripeCardElement } from '@stripe/stripe-js'

/** The provider requests for a typed card. */
export type CardQuestion = (stripe: Stripe, card: StripeCardElement) => Promise<CardAnswer>

/** The provider's result, or the reason for none. */
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

/** Sets the typed card up for later payments; the bank may ask. Answers a SetupIntent. */
export function confirmSetup(clientSecret: string): CardQuestion {
  return async (stripe, card) => stripe.confirmCardSetup(clientSecret, { payment_method: { card } })
}
