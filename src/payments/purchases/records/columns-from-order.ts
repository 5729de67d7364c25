import type { Purchase } from '../purchase.ts'

/**
 * Whether a later payment copies a column from its order, such as the buyer and the email address. Other columns belong
 * to the payment itself or are recorded once it is paid. The code does not compile until a new column is listed here.
 */
export const columnsOfLater = {
  id: 'own',
  sellerId: 'of order',
  formId: 'of order',
  // Later payments count as sales of the same price.
  priceId: 'of order',
  kind: 'own',
  orderId: 'own',
  idempotencyKey: 'own',
  fingerprint: 'own',
  quoteId: 'own',
  status: 'own',
  network: 'own',
  email: 'of order',
  mailTo: 'of order',
  keyGeneration: 'own',
  name: 'of order',
  customerId: 'own',
  currency: 'of order',
  subtotal: 'own',
  taxAmount: 'own',
  total: 'own',
  stockId: 'own',
  couponCode: 'own',
  discountAmount: 'own',
  applicationFeeAmount: 'own',
  taxCalculation: 'own',
  oneTimeOfferCount: 'own',
  sellerDetailsId: 'own',
  accountCountry: 'own',
  policyId: 'own',
  consentAsked: 'own',
  begunAt: 'own',
  deliveredOn: 'own',
  offeredBumpIds: 'own',
  locale: 'of order',
  language: 'of order',
  formVersion: 'of order',
  source: 'of order',
  // Only the order itself was recovered.
  recoveryId: 'own',
  stripeAccountId: 'of order',
  paymentMethodId: 'own',
  confirmationTokenId: 'own',
  paymentMethodType: 'own',
  settlesBy: 'own',
  cardBrand: 'own',
  cardLast4: 'own',
  cardCountry: 'own',
  stripeCustomerId: 'of order',
  paymentIntentId: 'own',
  stripeInvoiceId: 'own',
  failureReason: 'own',
  failureMessage: 'own',
  adviceCode: 'own',
  nextCheckAt: 'own',
  checkCount: 'own',
  createdAt: 'own',
  updatedAt: 'own',
  paidAt: 'own',
} as const satisfies Record<keyof Purchase, 'of order' | 'own'>

type Columns = typeof columnsOfLater
type OfOrder = { [Name in keyof Columns]: Columns[Name] extends 'of order' ? Name : never }[keyof Columns]

/**
 * The columns that a later payment copies from its order. Its own values, such as another price, must be spread after
 * these.
 */
export function columnsFromOrder(order: Purchase): Pick<Purchase, OfOrder> & { readonly orderId: string } {
  const { id: orderId, sellerId, formId, priceId, stripeAccountId, stripeCustomerId, currency } = order
  const { email, mailTo, name, locale, language, formVersion, source } = order
  const whose = { orderId, sellerId, formId, priceId, stripeAccountId, stripeCustomerId, currency }
  return { ...whose, email, mailTo, name, locale, language, formVersion, source }
}
