import type { Transaction } from 'kysely'
import type { PaymentIntent } from '#foundation/card-provider/payment-intents.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { Services } from '#registry/services.ts'
import type { ChargeGuard } from '#payments/card-testing/guard.ts'
import type { Recurrence } from '#payments/pricing/recurrence.ts'
import type { OrderLine, Purchase, taxColumns } from './purchase.ts'

export type PaymentServices = Services & {
  /** The guard against card testing. It must allow each charge of a card, and learns of each decline. */
  readonly guard: ChargeGuard
  readonly recurring: RecurringPayments
}

/**
 * The terms of a subscription. `applicationFeeBasisPoints` is our fee on every invoice in hundredths of a
 * percent, and `discountCycles` is how many payments get the discount of the form's line, or null for all of
 * them.
 */
export type AgreedRecurrence = Recurrence & {
  readonly applicationFeeBasisPoints: number
  readonly discountCycles: number | null
  /** The line of each payment after a trial, or null to repeat the order's first line. */
  readonly full: AgreedLine | null
  /** The buyer's identity for a trial, or null without a trial. */
  readonly trier: Trier | null
}

/** Identifies the buyer of a trial by email, and by card if known. */
export type Trier = { readonly emailKey: string; readonly cardFingerprint: string | null }

/** The amounts in minor units. */
export type AgreedLine = Pick<OrderLine, 'title' | 'subtotal' | 'taxAmount' | 'total'> &
  Pick<OrderLine, 'quantity' | 'discountAmount' | 'sellerTitle'> &
  Pick<OrderLine, (typeof taxColumns)[number]>

type Means = { readonly paymentMethodId?: string | null; readonly confirmationTokenId?: string | null }

/**
 * The interface for the first payments of recurring prices. The code that charges, checks and settles uses only this
 * and knows nothing else about subscriptions.
 */
export type RecurringPayments = {
  /** Looks up the identity of a trial's buyer before anything is recorded. Throws `ProviderUnreachable`. */
  readonly know: (
    services: Services,
    order: Pick<Purchase, 'formId' | 'stripeAccountId'> & Means,
    recurrence: AgreedRecurrence,
  ) => Promise<AgreedRecurrence>
  /**
   * Records an order's subscription in the order's transaction. `line` is the line of each later payment.
   * Throws `TrialUsed`.
   */
  readonly record: (
    tx: Transaction<Database>,
    order: Purchase,
    recurrence: AgreedRecurrence,
    line: AgreedLine,
  ) => Promise<void>
  /**
   * Runs in the transaction that marks a purchase paid: starts its subscription, or ends the installment plan that it
   * paid off.
   */
  readonly followPaid: (tx: Transaction<Database>, purchase: Purchase, now: Date) => Promise<void>
  /**
   * Records which card confirmed an order's first payment, in the transaction that settles it. False if that card has
   * already had the order's trial.
   */
  readonly recordPayer: (tx: Transaction<Database>, orderId: string, payerKey: string) => Promise<boolean>
  /** Finds the subscription to charge, or returns undefined for a purchase that is charged once. */
  readonly find: (services: PaymentServices, purchase: Purchase) => Promise<RecurringPayment | undefined>
}

export type RecurringPayment = {
  /**
   * Creates the subscription without charging it, and compares its invoice with the order. Returns the
   * invoice's PaymentIntent. Throws `InvoiceDiffers`, `NothingBegun`, or the provider's error.
   */
  readonly begin: (lines: readonly OrderLine[]) => Promise<string>
  /** Charges the invoice. Throws `CardDeclined`, or `OutcomeUnknown` if it may have been charged. */
  readonly charge: (intentId: string) => Promise<PaymentIntent>
  /**
   * Finds the payment at the provider. Undefined while it may still be on its way, `never` when it can no longer be
   * charged. `isLate` means that no request of the order can still arrive, so an uncharged payment is closed.
   */
  readonly findIntent: (isLate: boolean) => Promise<PaymentIntent | 'never' | undefined>
  /**
   * Makes sure the invoice can no longer be charged. Returns its PaymentIntent, which is canceled unless it was paid
   * before.
   */
  readonly close: (intentId: string) => Promise<PaymentIntent>
}

export class InvoiceDiffers extends Error {
  readonly paymentIntentId: string

  constructor(paymentIntentId: string) {
    super('The first invoice is not what the order says')
    this.paymentIntentId = paymentIntentId
  }
}

/** Nothing was created for a recurring payment, and nothing was charged. */
export class NothingBegun extends Error {}
