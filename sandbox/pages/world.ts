/**
 * The pages' view of the sandbox behind them. Amounts are integer minor units, each with a lowercase currency code;
 * times are Unix seconds of the sandbox's own, movable clock.
 */
export type PagesWorld = {
  /** Origin of the application, which can embed the frames. Local origins can too. */
  readonly applicationOrigin: string
  readonly publishableKey: string
  readonly now: () => number
  /** The authentication an intent waits for; undefined for an unknown intent or a wrong client secret. */
  readonly authentication: (request: AuthenticationRequest) => Authentication | undefined
  /** The bank a buyer left for; undefined for an unknown intent or a wrong client secret. */
  readonly redirect: (request: AuthenticationRequest) => Redirect | undefined
  /** Applies the buyer's decision there; not for an intent that no longer waits. */
  readonly decideRedirect: (request: AuthenticationRequest, isAuthorized: boolean) => void
  /** Reads an account link without using it up; undefined when there is no such link. */
  readonly accountLink: (linkId: string) => AccountLink | undefined
  /** Uses an account link up: it is no longer `isOpen` afterwards. */
  readonly useAccountLink: (linkId: string) => void
  readonly completeAccount: (accountId: string, details: AccountDetails) => void
  readonly control: () => ControlView
}

export type AuthenticationRequest = {
  /** Id of a PaymentIntent or of a SetupIntent. */
  readonly intentId: string
  readonly clientSecret: string
  readonly accountId: string | undefined
}

export type Authentication = {
  readonly isWaiting: boolean
  readonly businessName: string
  /** Absent when a card is only saved. */
  readonly amount: { readonly value: number; readonly currency: string } | undefined
  readonly cardLast4: string | undefined
}

export type Redirect = Authentication & {
  /** The URL the buyer returns to. */
  readonly returnUrl: string | undefined
  readonly status: string
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

/** The details a seller can correct while onboarding. */
export type AccountDetails = {
  readonly businessName: string
  readonly email: string
}

/** Newest first, each list as long as the page shows. `account` is undefined for the platform's own. */
export type ControlView = {
  readonly accounts: readonly ControlAccount[]
  readonly charges: readonly ControlCharge[]
  readonly refunds: readonly ControlRefund[]
  readonly payouts: readonly ControlPayout[]
  readonly customers: readonly ControlCustomer[]
  readonly events: readonly ControlEvent[]
  /** The current fault script, as it was given. */
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
  /** The deliveries still on their way; none once each endpoint has accepted the event or was given up. */
  readonly deliveries: readonly ControlDelivery[]
}

type ControlDelivery = {
  readonly url: string
  readonly tries: number
}
