import type { Transaction } from 'kysely'
import type { PaymentIntent } from '#foundation/card-provider/payment-intents.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { Services } from '#foundation/services.ts'
import type { ChargeGuard } from '#payments/card-testing/guard.ts'
import type { Recurrence } from '#payments/pricing/recurrence.ts'
import type { OrderLine, Purchase } from './purchase.ts'

/** What charging, checking and settling purchases needs beside what every domain stands on. */
export type PaymentServices = Services & {
  /** Asked before a card is charged, and told of each decline. */
  readonly guard: ChargeGuard
  readonly recurring: RecurringPayments
}

/**
 * What an order goes on with: `applicationFeeBasisPoints` is our part of every invoice, in hundredths of a per cent, and
 * `discountCycles` how many payments are reduced by what is taken off the form's line, null: all of them.
 */
export type AgreedRecurrence = Recurrence & {
  readonly applicationFeeBasisPoints: number
  readonly discountCycles: number | null
}

/**
 * The port for purchases that are the first payment of a recurring price: whoever charges, checks and settles them goes
 * through it, and knows nothing of subscriptions.
 */
export type RecurringPayments = {
  /** Records with an order, in its transaction, what it begins; `line` is what each further payment is for. */
  readonly record: (
    tx: Transaction<Database>,
    order: Purchase,
    recurrence: AgreedRecurrence,
    line: OrderLine,
  ) => Promise<void>
  /** In the transaction in which an order is paid: what it began goes on from now. */
  readonly activate: (tx: Transaction<Database>, order: Purchase, now: Date) => Promise<void>
  /** What a purchase began; undefined for one that is charged once. */
  readonly find: (services: PaymentServices, purchase: Purchase) => Promise<RecurringPayment | undefined>
}

/** The first payment of a recurring price at the provider. */
export type RecurringPayment = {
  /**
   * Begins it uncharged, and makes sure that its invoice says what the order says. Answers the invoice's PaymentIntent.
   * Throws `InvoiceDiffers`, `NothingBegun`, or what the provider refused.
   */
  readonly begin: (lines: readonly OrderLine[]) => Promise<string>
  /** Charges the invoice. Throws `CardDeclined`, or `OutcomeUnknown` when it may have been charged. */
  readonly charge: (intentId: string) => Promise<PaymentIntent>
  /**
   * The PaymentIntent as it stands; undefined while it may still be on its way, `never` when it can no longer be
   * charged. `isLate` says that no request of the order can still arrive: then what was not charged is closed.
   */
  readonly findIntent: (isLate: boolean) => Promise<PaymentIntent | 'never' | undefined>
  /** Makes sure that the invoice can no longer be charged; answers its PaymentIntent: canceled, or paid before that. */
  readonly close: (intentId: string) => Promise<PaymentIntent>
}

/** A first invoice is not what its order says; it was not charged. */
export class InvoiceDiffers extends Error {
  readonly paymentIntentId: string

  constructor(paymentIntentId: string) {
    super('The first invoice is not what the order says')
    this.paymentIntentId = paymentIntentId
  }
}

/** Nothing came of asking for a recurring payment. Nothing was charged, as nothing ever is by asking. */
export class NothingBegun extends Error {}
