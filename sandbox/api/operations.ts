import { accountLinkOperations } from '#sandbox/accounts/account-links.ts'
import { accountOperations } from '#sandbox/accounts/accounts.ts'
import { invoiceOperations } from '#sandbox/billing/invoices.ts'
import { priceOperations } from '#sandbox/billing/prices.ts'
import { productOperations } from '#sandbox/billing/products.ts'
import { subscriptionOperations } from '#sandbox/billing/subscriptions.ts'
import { taxRateOperations } from '#sandbox/billing/tax-rates.ts'
import { taxSettingsOperations } from '#sandbox/billing/tax-settings.ts'
import { customerOperations } from '#sandbox/customers/customers.ts'
import { eventOperations } from '#sandbox/events/events.ts'
import { applicationFeeOperations } from '#sandbox/payments/application-fees.ts'
import { chargeOperations } from '#sandbox/payments/charges.ts'
import { disputeOperations } from '#sandbox/payments/disputes.ts'
import { paymentIntentOperations } from '#sandbox/payments/payment-intents.ts'
import { paymentMethodOperations } from '#sandbox/payments/payment-methods.ts'
import { refundOperations } from '#sandbox/payments/refunds.ts'
import { setupIntentOperations } from '#sandbox/payments/setup-intents.ts'
import type { Operation } from './operation.ts'

/** Everything of the provider's API that the sandbox speaks. */
export const operations: Operation[] = [
  ...accountOperations,
  ...accountLinkOperations,
  ...customerOperations,
  ...paymentMethodOperations,
  ...paymentIntentOperations,
  ...setupIntentOperations,
  ...chargeOperations,
  ...refundOperations,
  ...applicationFeeOperations,
  ...disputeOperations,
  ...productOperations,
  ...priceOperations,
  ...taxRateOperations,
  ...taxSettingsOperations,
  ...subscriptionOperations,
  ...invoiceOperations,
  ...eventOperations,
]
