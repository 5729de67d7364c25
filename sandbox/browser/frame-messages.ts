/**
 * What page and frames say to each other over their MessageChannel. The page hands one end to the frame with
 * `connectMessage`, addressed to the sandbox's origin; the frame takes it from an allowed parent only.
 */
import type { ProviderError } from './provider-error.ts'
import type { CardBrand } from './card-brand.ts'
import type { CardProblem } from './card-validity.ts'

export const connectMessage = 'card-sandbox-connect'

export type CardElementOptions = {
  readonly style?: unknown
  readonly value?: { readonly postalCode?: string }
  readonly classes?: Readonly<Record<string, unknown>>
  readonly hidePostalCode?: boolean
  readonly hideIcon?: boolean
  readonly disabled?: boolean
}

export type CardChange = {
  readonly empty: boolean
  readonly complete: boolean
  readonly error:
    | { readonly type: 'validation_error'; readonly code: CardProblem; readonly message: string }
    | undefined
  readonly brand: CardBrand
  readonly value: { readonly postalCode: string }
}

export type PaymentMethodRequest = {
  readonly id: number
  readonly publishableKey: string
  readonly stripeAccount: string | undefined
  readonly billingDetails: unknown
  readonly metadata: unknown
}

export type PaymentMethodResult =
  | { readonly paymentMethod: Readonly<Record<string, unknown>> }
  | { readonly error: ProviderError }

export type ToCardFrame =
  | { readonly kind: 'options'; readonly options: CardElementOptions }
  | { readonly kind: 'focus' }
  | { readonly kind: 'blur' }
  | { readonly kind: 'clear' }
  | { readonly kind: 'createPaymentMethod'; readonly request: PaymentMethodRequest }

export type FromCardFrame =
  | { readonly kind: 'ready' }
  | { readonly kind: 'focus' }
  | { readonly kind: 'blur' }
  | { readonly kind: 'escape' }
  | { readonly kind: 'submit' }
  | { readonly kind: 'height'; readonly pixels: number }
  | { readonly kind: 'change'; readonly change: CardChange }
  | { readonly kind: 'paymentMethod'; readonly id: number; readonly result: PaymentMethodResult }

export type ToAuthenticationFrame = { readonly kind: 'cancel' }

export type FromAuthenticationFrame = { readonly kind: 'ready' } | { readonly kind: 'finished' }
