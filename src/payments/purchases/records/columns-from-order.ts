import type { Purchase } from '../purchase.ts'

/**
 * Whether what is paid after an order has a column from that: whose it is, and where it is told of. All else is of its own
 * payment, or recorded once it is paid. A new column does not compile until it is named here.
 */
export const columnsOfLater = {
  id: 'own',
  sellerId: 'of order',
  formId: 'of order',
  // What followed on a price counts as brought by it.
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
  oneTimeOfferCount: 'own',
  sellerDetailsId: 'own',
  accountCountry: 'own',
  policyId: 'own',
  consentAsked: 'own',
  begunAt: 'own',
  deliveredOn: 'own',
  offeredBumpIds: 'own',
  locale: 'of order',
  stripeAccountId: 'of order',
  paymentMethodId: 'own',
  confirmationTokenId: 'own',
  paymentMethodType: 'own',
  settlesBy: 'own',
  cardBrand: 'own',
  cardLast4: 'own',
  stripeCustomerId: 'of order',
  paymentIntentId: 'own',
  stripeInvoiceId: 'own',
  failureReason: 'own',
  failureMessage: 'own',
  nextCheckAt: 'own',
  checkCount: 'own',
  createdAt: 'own',
  updatedAt: 'own',
  paidAt: 'own',
} as const satisfies Record<keyof Purchase, 'of order' | 'own'>

type Columns = typeof columnsOfLater
type OfOrder = { [Name in keyof Columns]: Columns[Name] extends 'of order' ? Name : never }[keyof Columns]

/** What a payment that belongs to an order has from it; what it has otherwise, such as another price, comes after this. */
export function columnsFromOrder(order: Purchase): Pick<Purchase, OfOrder> & { readonly orderId: string } {
  const { id: orderId, sellerId, formId, priceId, stripeAccountId, stripeCustomerId, currency } = order
  const { email, mailTo, name, locale } = order
  const whose = { orderId, sellerId, formId, priceId, stripeAccountId, stripeCustomerId, currency }
  return { ...whose, email, mailTo, name, locale }
}
