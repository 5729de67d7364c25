/**
 * The messages between page and frames over their MessageChannel. The page hands one end to the frame with
 * `connectMessage`, addressed to the sandbox's origin; the frame accepts it only from an allowed parent.
 */
import type { ProviderError } from '../provider-error.ts'
import type { CardBrand } from '../card/card-brand.ts'
import type { CardProblem } from '../card/card-validity.ts'

export const connectMessage = 'card-sandbox-connect'

/** Options of any element; a frame reads those of its own element. */
export type ElementOptions = {
  readonly style?: unknown
  readonly value?: { readonly postalCode?: string }
  readonly classes?: Readonly<Record<string, unknown>>
  readonly hidePostalCode?: boolean
  readonly hideIcon?: boolean
  readonly disabled?: boolean
  /** The Payment Element's name for it. */
  readonly readOnly?: boolean
  /** The business a wallet's sheet names. */
  readonly business?: unknown
  /** The buyer data a wallet's sheet requests. */
  readonly emailRequired?: boolean
  readonly billingAddressRequired?: boolean
}

/** The purpose of a group of elements, as the frames need it; `amount` in minor units. */
export type Intention = {
  readonly mode: 'payment' | 'subscription' | 'setup'
  readonly currency: string
  readonly amount: number
  readonly setupFutureUsage: 'off_session' | 'on_session' | null
  /** A future use requested for single types of method. */
  readonly paymentMethodOptions: Readonly<Record<string, unknown>>
  /** Undefined for every method the account has. */
  readonly allowedPaymentMethodTypes: readonly string[] | undefined
  readonly excludedPaymentMethodTypes: readonly string[]
  /** The look, as far as the stand-in supports it: `colorPrimary` and the like. */
  readonly variables: Readonly<Record<string, string>>
}

type Change = {
  readonly empty: boolean
  readonly complete: boolean
}

export type CardChange = Change & {
  readonly error:
    | { readonly type: 'validation_error'; readonly code: CardProblem; readonly message: string }
    | undefined
  readonly brand: CardBrand
  readonly value: { readonly postalCode: string }
}

export type PaymentChange = Change & {
  readonly collapsed: boolean
  readonly value: { readonly type: string }
}

type Key = {
  readonly publishableKey: string
  readonly stripeAccount: string | undefined
}

/** A page's requests to a frame, besides notifications. */
export type Ask =
  | (Key & {
      readonly kind: 'paymentMethod'
      readonly billingDetails: unknown
      readonly metadata: unknown
    })
  | (Key & {
      readonly kind: 'confirmationToken'
      readonly billingDetails: unknown
      readonly returnUrl: unknown
    })
  | { readonly kind: 'validate' }

/** The frame's result. */
export type Answer =
  | { readonly object: Readonly<Record<string, unknown>> }
  | { readonly error: ProviderError }

export type ToFrame =
  | { readonly kind: 'options'; readonly options: ElementOptions }
  | { readonly kind: 'intention'; readonly intention: Intention }
  | { readonly kind: 'focus' }
  | { readonly kind: 'blur' }
  | { readonly kind: 'clear' }
  | { readonly kind: 'ask'; readonly id: number; readonly ask: Ask }

export type FromFrame =
  | { readonly kind: 'ready' }
  | { readonly kind: 'focus' }
  | { readonly kind: 'blur' }
  | { readonly kind: 'escape' }
  | { readonly kind: 'submit' }
  | { readonly kind: 'click' }
  | { readonly kind: 'height'; readonly pixels: number }
  | { readonly kind: 'change'; readonly change: CardChange | PaymentChange }
  | { readonly kind: 'answer'; readonly id: number; readonly answer: Answer }

export type ToAuthenticationFrame = { readonly kind: 'cancel' }

export type FromAuthenticationFrame = { readonly kind: 'ready' } | { readonly kind: 'finished' }

/** The buyer's data, as far as the page requested it. */
export type WalletAsks = { readonly name: boolean; readonly email: boolean }

export type SheetLine = { readonly name: string; readonly amount: number }

/** The contents of the wallet's sheet; amounts in minor units of `currency`. */
export type ToWalletFrame =
  | {
      readonly kind: 'show'
      readonly business: string
      readonly lines: readonly SheetLine[]
      readonly total: number
      readonly currency: string
      readonly asks: WalletAsks
    }
  | { readonly kind: 'cancel' }

export type FromWalletFrame =
  | { readonly kind: 'ready' }
  | { readonly kind: 'finished'; readonly payer: { readonly name: string; readonly email: string } | null }
