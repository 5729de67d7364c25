/**
 * The messages between the page and its frames over a MessageChannel. The page sends one end of the channel
 * to the frame with `connectMessage`, addressed to the sandbox's origin. The frame accepts it only from an
 * allowed parent.
 */
import type { ProviderError } from '../provider-error.ts'
import type { CardBrand } from '../card/card-brand.ts'
import type { CardProblem } from '../card/card-validity.ts'

export const connectMessage = 'card-sandbox-connect'

/** The options of all elements. Each frame reads only its own. */
export type ElementOptions = {
  readonly style?: unknown
  readonly value?: { readonly postalCode?: string }
  readonly classes?: Readonly<Record<string, unknown>>
  readonly hidePostalCode?: boolean
  readonly hideIcon?: boolean
  readonly disabled?: boolean
  /** The Payment Element's name for the same option. */
  readonly readOnly?: boolean
  /** The business name shown in a wallet's sheet. */
  readonly business?: unknown
  /** The details about the buyer that a wallet's sheet requests. */
  readonly emailRequired?: boolean
  readonly billingAddressRequired?: boolean
}

/** What a group of elements is used for. `amount` is in minor units. */
export type Intention = {
  readonly mode: 'payment' | 'subscription' | 'setup'
  readonly currency: string
  readonly amount: number
  readonly setupFutureUsage: 'off_session' | 'on_session' | null
  /** How a method will be used in the future, for single method types. */
  readonly paymentMethodOptions: Readonly<Record<string, unknown>>
  /** The accepted method types, or undefined for all of the account's methods. */
  readonly allowedPaymentMethodTypes: readonly string[] | undefined
  readonly excludedPaymentMethodTypes: readonly string[]
  /** The supported part of the appearance, such as `colorPrimary`. */
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

/** The details about the buyer that the page requested. */
export type WalletAsks = { readonly name: boolean; readonly email: boolean }

export type SheetLine = { readonly name: string; readonly amount: number }

/** What a wallet's sheet shows, with amounts in minor units of `currency`. */
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
