import type Stripe from 'stripe'
import type { ProviderCall } from './transport/call.ts'
import { cardOf, declineOf, type ChargedCard, type Decline } from './charged-card.ts'
import { ProviderRefused } from './errors.ts'
import { isSetupId } from './ids.ts'
import { payerOf, type Payer } from './payer-of-method.ts'

/** A PaymentIntent for our records. Amounts are in minor units of `currency`. */
export type PaymentIntent = {
  readonly id: string
  readonly status: Stripe.PaymentIntent.Status
  /** The amount to be paid. `amountReceived` is the amount paid so far. */
  readonly amount: number
  readonly amountReceived: number
  readonly currency: string
  /** The application fee. */
  readonly applicationFeeAmount: number
  readonly customerId: string | null
  /** The card that was or will be charged, or null if the response does not say. */
  readonly card: ChargedCard | null
  /** The payment method. Its `type` is null if the response does not say. */
  readonly method: { readonly id: string; readonly type: string | null } | null
  /** The payer's identity, or null if the response does not say. */
  readonly payer: Payer | null
  readonly clientSecret: string | null
  /** The id of the purchase it was made for, or undefined for charges that the seller made elsewhere. */
  readonly purchaseId: string | undefined
  readonly declineReason: string | undefined
  readonly declineMessage: string | undefined
  /** The details of the last declined attempt, if there was one. */
  readonly decline: Decline | null
  readonly createdAt: Date
}

/** What is needed to request the charge of a purchase. */
export type ChargeRequest = {
  readonly purchaseId: string
  readonly customerId: string
  readonly amount: number
  readonly currency: string
  readonly applicationFeeAmount: number
  /** The id of the calculation whose tax the payment records. Refunds reverse it without another call. */
  readonly taxCalculation: string | null
} & Means

/** A card's id, or the token from the browser's payment fields. */
export type Means =
  | {
      readonly paymentMethodId: string
      /** Whether the card already belongs to the Customer. Any other card is saved for later offers. */
      readonly isCardSaved?: boolean
    }
  | {
      readonly confirmationToken: string
      /** The URL to which the bank returns the buyer, or null if they cannot be redirected. */
      readonly returnUrl: string | null
    }

/** What replaces a PaymentIntent if nothing is due initially and only a card is saved. */
type Setups = {
  readonly retrieveSetup: (account: string, id: string) => Promise<PaymentIntent>
  readonly confirmSetup: (account: string, request: FirstRequest, within: number) => Promise<PaymentIntent>
}

/** The id of the intent that pays a subscription's first invoice, or that saves the card for later ones. */
export type FirstRequest = { readonly purchaseId: string; readonly intentId: string } & Means

export function paymentIntents(stripe: Stripe, call: ProviderCall, setups: Setups) {
  return {
    /** Creates the buyer's Customer for a purchase. The same purchase returns the same Customer. */
    async createBuyer(
      account: string,
      purchase: { id: string; email: string; name: string },
      within: number,
    ): Promise<string> {
      const customer = await call(
        'customers.create',
        (options) =>
          stripe.customers.create(
            { email: purchase.email, name: purchase.name, metadata: { purchase: purchase.id } },
            { ...options, stripeAccount: account, idempotencyKey: `purchase-${purchase.id}-customer` },
          ),
        within,
      )
      return customer.id
    },

    /**
     * Charges a purchase with one PaymentIntent, confirmed immediately, with an idempotency key made only
     * from the purchase. Throws `CardDeclined`.
     */
    async charge(account: string, request: ChargeRequest, within: number): Promise<PaymentIntent> {
      const intent = await call(
        'paymentIntents.create',
        (options) =>
          stripe.paymentIntents.create(
            {
              amount: request.amount,
              currency: request.currency,
              customer: request.customerId,
              confirm: true,
              ...meansOf(request),
              metadata: { purchase: request.purchaseId },
              expand: cardField,
              ...(request.applicationFeeAmount > 0
                ? { application_fee_amount: request.applicationFeeAmount }
                : {}),
              // Stripe then records the tax and reverses it with refunds (https://docs.stripe.com/tax/payment-intent).
              ...(request.taxCalculation === null
                ? {}
                : { hooks: { inputs: { tax: { calculation: request.taxCalculation } } } }),
            },
            { ...options, stripeAccount: account, idempotencyKey: chargeKey(request.purchaseId) },
          ),
        within,
      )
      return describeIntent(intent)
    },

    /**
     * Charges a subscription's first invoice through its PaymentIntent, with an idempotency key made from the
     * purchase. The same payment method pays the renewals. If nothing is due, its SetupIntent saves the card.
     * Throws `CardDeclined`.
     */
    async confirmFirst(account: string, request: FirstRequest, within: number): Promise<PaymentIntent> {
      if (isSetupId(request.intentId)) return setups.confirmSetup(account, request, within)
      const intent = await call(
        'paymentIntents.confirm',
        (options) =>
          stripe.paymentIntents.confirm(
            request.intentId,
            { ...givenMeans(request), expand: cardField },
            { ...options, stripeAccount: account, idempotencyKey: chargeKey(request.purchaseId) },
          ),
        within,
      )
      return describeIntent(intent)
    },

    /**
     * Uses up a purchase's idempotency key with a PaymentIntent that cannot collect money, so that a charge
     * request still in transit can never take effect. Throws `IdempotencyKeyTaken` if the charge did take
     * place, or an earlier block did. Each block has its own number, because the provider repeats a failed
     * response to the same request for a day.
     */
    async blockCharge(
      account: string,
      purchase: { id: string; total: number; currency: string; checkCount: number },
    ): Promise<void> {
      const intent = await call('paymentIntents.create', (options) =>
        stripe.paymentIntents.create(
          {
            amount: purchase.total,
            currency: purchase.currency,
            automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
            description: `Blocks a payment that never arrived (check ${purchase.checkCount})`,
          },
          { ...options, stripeAccount: account, idempotencyKey: chargeKey(purchase.id) },
        ),
      )
      try {
        await this.cancelPaymentIntent(account, intent.id)
      } catch (error) {
        // The PaymentIntent cannot have succeeded, so an earlier attempt has canceled it.
        if (!(error instanceof ProviderRefused)) throw error
      }
    },

    /** Does the same with a SetupIntent, for purchases that save a card for later payments. */
    async retrievePaymentIntent(account: string, id: string): Promise<PaymentIntent> {
      if (isSetupId(id)) return setups.retrieveSetup(account, id)
      const intent = await call('paymentIntents.retrieve', (options) =>
        stripe.paymentIntents.retrieve(id, { expand: cardField }, { ...options, stripeAccount: account }),
      )
      return describeIntent(intent)
    },

    /**
     * Cancels a PaymentIntent. Throws `ProviderRefused` if it has succeeded or was already canceled. It has no
     * idempotency key, because repeating it is safe, and with a key, the provider would repeat a failed response for a
     * day.
     */
    async cancelPaymentIntent(account: string, id: string): Promise<PaymentIntent> {
      const intent = await call('paymentIntents.cancel', (options) =>
        stripe.paymentIntents.cancel(
          id,
          { cancellation_reason: 'abandoned' },
          { ...options, stripeAccount: account },
        ),
      )
      return describeIntent(intent)
    },

    /** An account's PaymentIntents created between two times, newest first, read page by page. */
    async *listPaymentIntents(account: string, from: Date, to: Date): AsyncGenerator<PaymentIntent> {
      const created = { gte: seconds(from), lte: seconds(to) }
      for (let last: string | undefined; ;) {
        const after = last
        const page = await call('paymentIntents.list', (options) =>
          stripe.paymentIntents.list(
            { created, limit: 100, ...(after === undefined ? {} : { starting_after: after }) },
            { ...options, stripeAccount: account },
          ),
        )
        yield* page.data.map(describeIntent)
        last = page.data.at(-1)?.id
        if (!page.has_more || last === undefined) return
      }
    },
  }
}

/** The fields to expand so that the response contains the card. */
const cardField = ['payment_method']

/** Saves every method that can be saved, for later offers. */
const reusable = { setup_future_usage: 'off_session' } as const

/**
 * How a new PaymentIntent can be paid. Saving is requested for each method separately, because requesting it
 * for all would exclude methods that cannot be saved.
 */
function meansOf(means: Means): Partial<Stripe.PaymentIntentCreateParams> {
  const redirects =
    'confirmationToken' in means && means.returnUrl !== null ? {} : { allow_redirects: 'never' as const }
  return {
    ...givenMeans(means),
    automatic_payment_methods: { enabled: true, ...redirects },
    ...('confirmationToken' in means
      ? { payment_method_options: { card: reusable, link: reusable, sepa_debit: reusable } }
      : means.isCardSaved === true
        ? {}
        : reusable),
  }
}

export function givenMeans(means: Means) {
  if (!('confirmationToken' in means)) return { payment_method: means.paymentMethodId }
  const { confirmationToken, returnUrl } = means
  return {
    confirmation_token: confirmationToken,
    ...(returnUrl === null ? {} : { return_url: returnUrl }),
  }
}

function chargeKey(purchaseId: string): string {
  return `purchase-${purchaseId}`
}

function seconds(time: Date): number {
  return Math.floor(time.getTime() / 1000)
}

function describeIntent(intent: Stripe.PaymentIntent): PaymentIntent {
  const error = intent.last_payment_error
  const { customer } = intent
  return {
    id: intent.id,
    status: intent.status,
    amount: intent.amount,
    amountReceived: intent.amount_received,
    currency: intent.currency,
    applicationFeeAmount: intent.application_fee_amount ?? 0,
    customerId: typeof customer === 'string' ? customer : (customer?.id ?? null),
    card: cardOf(intent),
    method: methodOf(intent),
    payer: payerOfIntent(intent),
    clientSecret: intent.client_secret,
    purchaseId: intent.metadata['purchase'],
    declineReason: error?.decline_code ?? error?.code,
    declineMessage: error?.message,
    decline: error && declineOf(error),
    createdAt: new Date(intent.created * 1000),
  }
}

type Paid = Pick<Stripe.PaymentIntent | Stripe.SetupIntent, 'payment_method'>

export function methodOf({ payment_method: method }: Paid): PaymentIntent['method'] {
  if (method === null) return null
  return typeof method === 'string' ? { id: method, type: null } : { id: method.id, type: method.type }
}

export function payerOfIntent({ payment_method: method }: Paid): Payer | null {
  return method === null || typeof method === 'string' ? null : payerOf(method)
}
