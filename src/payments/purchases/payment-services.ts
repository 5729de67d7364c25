import type { Transaction } from 'kysely'
import type { PaymentIntent } from '#foundation/card-provider/payment-intents.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { Services } from '#registry/services.ts'
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
  /** What each payment after a trial is for; null: what the order's first line is for. */
  readonly full: AgreedLine | null
  /** Who begins a trial with it; null: it has none. */
  readonly trier: Trier | null
}

/** Tells who has had a trial from others: by their address, and by their card where that is known. */
export type Trier = { readonly emailKey: string; readonly cardFingerprint: string | null }

/** What a recurring payment is for; amounts in minor units. */
export type AgreedLine = Pick<OrderLine, 'title' | 'subtotal' | 'taxAmount' | 'total'> &
  Pick<OrderLine, 'quantity' | 'discountAmount'> &
  Pick<OrderLine, 'taxTitle' | 'taxPercentage' | 'taxInclusive'>

type Means = { readonly paymentMethodId?: string | null; readonly confirmationTokenId?: string | null }

/**
 * The port for purchases that are the first payment of a recurring price: whoever charges, checks and settles them goes
 * through it, and knows nothing of subscriptions.
 */
export type RecurringPayments = {
  /** What is known of who begins, asked before anything is recorded. Throws `ProviderUnreachable`. */
  readonly know: (
    services: Services,
    order: Pick<Purchase, 'formId' | 'stripeAccountId'> & Means,
    recurrence: AgreedRecurrence,
  ) => Promise<AgreedRecurrence>
  /**
   * Records with an order, in its transaction, what it begins; `line` is what each further payment is for. Throws
   * `TrialUsed`.
   */
  readonly record: (
    tx: Transaction<Database>,
    order: Purchase,
    recurrence: AgreedRecurrence,
    line: AgreedLine,
  ) => Promise<void>
  /** In the transaction in which a purchase is paid: what it began goes on from now, and a plan whose rest it was ends. */
  readonly followPaid: (tx: Transaction<Database>, purchase: Purchase, now: Date) => Promise<void>
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
