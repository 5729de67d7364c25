/**
 * What the pages need to know of the sandbox behind them. Amounts are integer minor units with a lowercase
 * currency code beside them; times are Unix seconds of the sandbox's own, movable clock.
 */
export type PagesWorld = {
  /** Origin of the application, which may embed the frames. Local origins may do so too. */
  readonly applicationOrigin: string
  readonly publishableKey: string
  readonly now: () => number
  /** The authentication that an intent waits for; undefined for an unknown intent or a wrong client secret. */
  readonly authentication: (request: AuthenticationRequest) => Authentication | undefined
  /** The bank that a buyer left for; undefined for an unknown intent or a wrong client secret. */
  readonly redirect: (request: AuthenticationRequest) => Redirect | undefined
  /** What the buyer decided there; not for one that no longer waits. */
  readonly decideRedirect: (request: AuthenticationRequest, isAuthorized: boolean) => void
  /** Looks at an account link without using it up; undefined when there is no such link. */
  readonly accountLink: (linkId: string) => AccountLink | undefined
  /** Uses an account link up: opening it again finds it no longer `isOpen`. */
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
  /** Where the buyer comes back to. */
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

/** What the seller may correct while onboarding. */
export type AccountDetails = {
  readonly businessName: string
  readonly email: string
}

/** Newest first, each list as long as the page is to show. `account` is undefined for the platform's own. */
export type ControlView = {
  readonly accounts: readonly ControlAccount[]
  readonly charges: readonly ControlCharge[]
  readonly refunds: readonly ControlRefund[]
  readonly payouts: readonly ControlPayout[]
  readonly customers: readonly ControlCustomer[]
  readonly events: readonly ControlEvent[]
  /** The fault script in force, as it was given. */
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
  /** The deliveries still on their way; none when each endpoint took the event or was given up. */
  readonly deliveries: readonly ControlDelivery[]
}

type ControlDelivery = {
  readonly url: string
  readonly tries: number
}
