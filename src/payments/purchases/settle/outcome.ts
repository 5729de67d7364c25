import type { PaymentIntent } from '#foundation/card-provider/payment-intents.ts'

/** What became of a purchase, as the provider (or our own certainty that nothing was sent) says. */
export type Outcome =
  | { readonly status: 'paid'; readonly intent: PaymentIntent | null }
  | { readonly status: 'requires_action'; readonly intent: PaymentIntent }
  /** The buyer's bank has it, for days perhaps: it is not to be paid again. */
  | { readonly status: 'processing'; readonly intent: PaymentIntent }
  | {
      readonly status: 'failed'
      readonly reason: string
      readonly message: string
      readonly paymentIntentId: string | null
    }
  | { readonly status: 'canceled'; readonly intent: PaymentIntent | null }
  | { readonly status: 'unknown' }

/** Reads the outcome from a PaymentIntent as it stands at the provider. */
export function outcomeOf(intent: PaymentIntent): Outcome {
  switch (intent.status) {
    case 'succeeded':
      return { status: 'paid', intent }
    case 'requires_action':
    case 'requires_confirmation':
      return { status: 'requires_action', intent }
    case 'requires_payment_method':
      return {
        status: 'failed',
        reason: intent.declineReason ?? 'card_declined',
        message: intent.declineMessage ?? 'Your card was declined.',
        paymentIntentId: intent.id,
      }
    case 'canceled':
      return { status: 'canceled', intent }
    case 'processing':
      return takesDays(intent) ? { status: 'processing', intent } : { status: 'unknown' }
    case 'requires_capture':
    default:
      return { status: 'unknown' }
  }
}

/** A card has its answer in moments; until then nobody knows it. */
function takesDays({ method }: PaymentIntent): boolean {
  const type = method?.type ?? null
  return type !== null && type !== 'card' && type !== 'link'
}
