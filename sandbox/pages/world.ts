/**
 * What the sandbox's pages can read and change. Amounts are in minor units with a lowercase currency code.
 * Times are Unix seconds of the sandbox's own, movable clock.
 */
export type PagesWorld = {
  /** The application's origin, which can embed the frames just like local origins. */
  readonly applicationOrigin: string
  readonly publishableKey: string
  readonly now: () => number
  /** The authentication that an intent requires, or undefined if the intent or its client secret is wrong. */
  readonly authentication: (request: AuthenticationRequest) => Authentication | undefined
  /** The bank's page for a buyer who left the shop, or undefined if the intent or its client secret is wrong. */
  readonly redirect: (request: AuthenticationRequest) => Redirect | undefined
  /** Applies the buyer's decision on the bank's page, unless the intent is no longer waiting for it. */
  readonly decideRedirect: (request: AuthenticationRequest, isAuthorized: boolean) => void
  /** A final invoice, or undefined if there is none. */
  readonly invoice: (invoiceId: string) => HostedInvoice | undefined
  /** Reads an account link without using it up, or returns undefined if there is none. */
  readonly accountLink: (linkId: string) => AccountLink | undefined
  /** Uses up an account link, so that it is no longer `isOpen`. */
  readonly useAccountLink: (linkId: string) => void
  readonly completeAccount: (accountId: string, details: AccountDetails) => void
  readonly control: () => ControlView
}

export type AuthenticationRequest = {
  /** The id of a PaymentIntent or SetupIntent. */
  readonly intentId: string
  readonly clientSecret: string
  readonly accountId: string | undefined
}

export type Authentication = {
  readonly isWaiting: boolean
  readonly businessName: string
  /** The amount, or undefined if a card is only saved. */
  readonly amount: { readonly value: number; readonly currency: string } | undefined
  readonly cardLast4: string | undefined
}

export type Redirect = Authentication & {
  /** The URL to which the buyer returns. */
  readonly returnUrl: string | undefined
  readonly status: string
}

export type HostedInvoice = {
  readonly id: string
  readonly businessName: string
  readonly amount: { readonly value: number; readonly currency: string }
  readonly status: string
  /** The payment that waits for the buyer, or undefined if none does. */
  readonly waitsFor: AuthenticationRequest | undefined
}

export type AccountLink = {
  readonly isOpen: boolean
  readonly returnUrl: string
  readonly refreshUrl: string
  readonly accountId: string
  readonly businessName: string
  readonly country: string
  readonly email: string
}

/** The seller's details that can be corrected during onboarding. */
export type AccountDetails = {
  readonly businessName: string
  readonly email: string
}

/** The control page's lists, newest first. `account` is undefined for the platform's own objects. */
export type ControlView = {
  readonly accounts: readonly ControlAccount[]
  readonly charges: readonly ControlCharge[]
  readonly refunds: readonly ControlRefund[]
  readonly payouts: readonly ControlPayout[]
  readonly customers: readonly ControlCustomer[]
  readonly events: readonly ControlEvent[]
  /** The current fault script, exactly as it was submitted. */
  readonly faults: unknown
}

export type ControlAccount = {
  readonly id: string
  readonly businessName: string
  readonly email: string
  readonly country: string
  readonly chargesEnabled: boolean
  readonly detailsSubmitted: boolean
  readonly created: number
}

type OfAccount = {
  readonly id: string
  readonly account: string | undefined
  readonly created: number
}

export type ControlCharge = OfAccount & {
  readonly amount: number
  readonly amountRefunded: number
  readonly currency: string
  readonly status: string
  readonly failureCode: string | undefined
  readonly email: string | undefined
}

export type ControlRefund = OfAccount & {
  readonly amount: number
  readonly currency: string
  readonly status: string
  readonly charge: string | undefined
}

export type ControlPayout = OfAccount & {
  readonly amount: number
  readonly currency: string
  readonly status: string
}

export type ControlCustomer = OfAccount & {
  readonly name: string | undefined
  readonly email: string | undefined
}

export type ControlEvent = OfAccount & {
  readonly type: string
  /**
   * The event's pending deliveries. The list is empty once each endpoint has accepted the event or its
   * attempts have run out.
   */
  readonly deliveries: readonly ControlDelivery[]
}

type ControlDelivery = {
  readonly url: string
  readonly tries: number
}
