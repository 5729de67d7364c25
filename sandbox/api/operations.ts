import { accountLinkOperations } from '#accounts/account-links.ts'
import { accountOperations } from '#accounts/accounts.ts'
import { balanceOperations } from '#balance/balance.ts'
import { couponOperations } from '#billing/coupons.ts'
import { invoiceOperations } from '#billing/invoices/invoices.ts'
import { priceOperations } from '#billing/prices.ts'
import { productOperations } from '#billing/products.ts'
import { subscriptionOperations } from '#billing/subscriptions.ts'
import { taxRateOperations } from '#billing/tax-rates.ts'
import { taxSettingsOperations } from '#billing/tax-settings.ts'
import { customerOperations } from '#customers/customers.ts'
import { confirmationTokenOperations } from '#payments/confirmation-tokens.ts'
import { disputeOperations } from '#payments/disputes.ts'
import { paymentMethodDomainOperations } from '#payments/payment-method-domains.ts'
import { paymentIntentOperations } from '#payments/intents/payment-intents.ts'
import { webhookEndpointOperations } from '#events/webhook-endpoints.ts'
import { paymentMethodOperations } from '#payments/payment-methods.ts'
import { refundOperations } from '#payments/refunds.ts'
import { setupIntentOperations } from '#payments/intents/setup-intents.ts'
import { taxCalculationOperations } from '#tax/calculations.ts'
import type { Operation } from './operation.ts'

/** All of Stripe's API operations that the sandbox supports. */
export const operations: Operation[] = [
  ...accountOperations,
  ...accountLinkOperations,
  ...customerOperations,
  ...paymentMethodOperations,
  ...paymentMethodDomainOperations,
  ...confirmationTokenOperations,
  ...paymentIntentOperations,
  ...setupIntentOperations,
  ...refundOperations,
  ...disputeOperations,
  ...balanceOperations,
  ...productOperations,
  ...priceOperations,
  ...taxRateOperations,
  ...taxSettingsOperations,
  ...taxCalculationOperations,
  ...couponOperations,
  ...subscriptionOperations,
  ...invoiceOperations,
  ...webhookEndpointOperations,
]
