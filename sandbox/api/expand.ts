import { renderBalanceTransaction, renderBankAccount, renderPayout } from '#balance/render-balance.ts'
import { renderInvoice, renderInvoicePayment } from '#billing/invoices/render-invoice.ts'
import { renderProduct } from '#billing/render-price.ts'
import { renderSubscription } from '#billing/render-subscription.ts'
import { renderCustomer } from '#customers/customers.ts'
import { isObject, type Json, type JsonObject } from '#json.ts'
import { renderApplicationFee } from '#payments/application-fees.ts'
import { renderDispute } from '#payments/disputes.ts'
import { renderCharge } from '#payments/render-charge.ts'
import { renderPaymentIntent } from '#payments/intents/render-payment-intent.ts'
import { renderPaymentMethod } from '#payments/render-payment-method.ts'
import { renderRefund } from '#payments/render-refund.ts'
import { renderSetupIntent } from '#payments/intents/render-setup-intent.ts'
import { renderBreakdown, renderLines } from '#tax/render-tax.ts'
import type { World } from '#world.ts'
import { asList } from './list.ts'
import { invalidRequest } from './errors.ts'

type Lookup = (world: World, id: string) => JsonObject | undefined
type Include = (world: World, id: string) => Json

const charge: Lookup = (world, id) => {
  const record = world.store.charges.get(id)
  return record && renderCharge(world, record)
}
const customer: Lookup = (world, id) => {
  const record = world.store.customers.get(id)
  return record && renderCustomer(record)
}
const paymentMethod: Lookup = (world, id) => {
  const record = world.store.paymentMethods.get(id)
  return record && renderPaymentMethod(record)
}
const paymentIntent: Lookup = (world, id) => {
  const record = world.store.paymentIntents.get(id)
  return record && renderPaymentIntent(world, record)
}
const setupIntent: Lookup = (world, id) => {
  const record = world.store.setupIntents.get(id)
  return record && renderSetupIntent(world, record)
}

const invoice: Lookup = (world, id) => {
  const record = world.store.invoices.get(id)
  return record && renderInvoice(world, record)
}
const product: Lookup = (world, id) => {
  const record = world.store.products.get(id)
  return record && renderProduct(record)
}
const subscription: Lookup = (world, id) => {
  const record = world.store.subscriptions.get(id)
  return record && renderSubscription(world, record)
}

const balanceTransaction: Lookup = (world, id) => {
  const record = world.store.balanceTransactions.get(id)
  return record && renderBalanceTransaction(world, record)
}
/** The object that caused a balance transaction. Its id shows what kind it is. */
const source: Lookup = (world, id) => {
  const { refunds, disputes, payouts, applicationFees } = world.store
  const [refund, dispute, payout, fee] = [
    refunds.get(id),
    disputes.get(id),
    payouts.get(id),
    applicationFees.get(id),
  ]
  if (refund !== undefined) return renderRefund(refund)
  if (dispute !== undefined) return renderDispute(world, dispute)
  if (payout !== undefined) return renderPayout(payout)
  return fee === undefined ? charge(world, id) : renderApplicationFee(fee)
}

/** Fields that contain an id, or the whole object on request, by kind of object. */
const references: Record<string, Record<string, Lookup>> = {
  payment_intent: { customer, latest_charge: charge, payment_method: paymentMethod },
  setup_intent: { customer, payment_method: paymentMethod },
  charge: { balance_transaction: balanceTransaction, customer, payment_intent: paymentIntent },
  refund: {
    balance_transaction: balanceTransaction,
    charge,
    failure_balance_transaction: balanceTransaction,
    payment_intent: paymentIntent,
  },
  dispute: { charge, payment_intent: paymentIntent },
  application_fee: { balance_transaction: balanceTransaction, charge },
  balance_transaction: { source },
  payout: {
    balance_transaction: balanceTransaction,
    destination: renderBankAccount,
    failure_balance_transaction: balanceTransaction,
  },
  payment_method: { customer },
  subscription: {
    customer,
    default_payment_method: paymentMethod,
    latest_invoice: invoice,
    pending_setup_intent: setupIntent,
  },
  'customer.invoice_settings': { default_payment_method: paymentMethod },
  invoice: { customer },
  'invoice.parent.subscription_details': { subscription },
  line_item: { subscription },
  invoice_payment: { invoice },
  'invoice_payment.payment': { payment_intent: paymentIntent },
  price: { product },
  plan: { product },
}

const inclusions: Record<string, Record<string, Include>> = {
  invoice: {
    confirmation_secret(world, id) {
      const record = world.store.invoices.get(id)
      const intent = world.store.paymentIntents.get(record?.payment_intent ?? '')
      return intent === undefined ? null : { client_secret: intent.client_secret, type: 'payment_intent' }
    },
    payments(world, id) {
      const record = world.store.invoices.get(id)
      const payment = record && renderInvoicePayment(world, record)
      return asList(payment === undefined ? [] : [payment], false, '/v1/invoice_payments')
    },
  },
  'tax.calculation': {
    line_items(world, id) {
      const record = world.store.taxCalculations.get(id)
      return record === undefined ? null : renderLines(record)
    },
  },
  'tax.calculation_line_item': {
    tax_breakdown(world, id) {
      const calculations = [...world.store.taxCalculations.all()]
      const line = calculations.flatMap(({ lines }) => lines).find((one) => one.id === id)
      return line === undefined ? null : renderBreakdown(line)
    },
  },
  charge: {
    refunds(world, id) {
      const refunds = world.store.refunds.newestFirst().filter((refund) => refund.charge === id)
      return asList(refunds.slice(0, 10).map(renderRefund), refunds.length > 10, `/v1/charges/${id}/refunds`)
    },
  },
}

const deepest = 4

/** Replaces ids with objects along the paths of `expand[]`, such as `data.latest_charge.customer`. */
export function expandObject(world: World, object: JsonObject, expand: Json | undefined): JsonObject {
  if (expand === undefined) return object
  if (!Array.isArray(expand)) throw invalidRequest('Invalid array', { param: 'expand' })
  for (const path of expand) {
    if (typeof path !== 'string' || path === '') throw invalidRequest('Invalid string', { param: 'expand' })
    const parts = path.split('.')
    const depth = parts.filter((part) => part !== 'data').length
    if (depth > deepest) {
      throw invalidRequest(`You cannot expand more than ${deepest} levels of a property.`, {
        param: 'expand',
      })
    }
    expandPath(world, object, parts, path, '')
  }
  return object
}

function expandPath(world: World, object: JsonObject, parts: string[], path: string, nestedIn: string): void {
  const [field, ...rest] = parts
  if (field === undefined) return
  const kind = typeof object.object === 'string' ? object.object : nestedIn
  const present = object[field]
  const reference = references[kind]?.[field]
  const inclusion = inclusions[kind]?.[field]
  if (reference !== undefined && typeof present === 'string')
    object[field] = reference(world, present) ?? present
  else if (inclusion !== undefined && typeof object.id === 'string')
    object[field] ??= inclusion(world, object.id)
  else if (reference === undefined && !isContainer(present)) {
    throw invalidRequest(`This property cannot be expanded (${path}).`, { param: 'expand[0]' })
  }
  const next = object[field]
  const inside = `${kind}.${field}`
  if (Array.isArray(next))
    next.forEach((item) => isObject(item) && expandPath(world, item, rest, path, inside))
  else if (isObject(next)) expandPath(world, next, rest, path, inside)
}

function isContainer(value: Json | undefined): boolean {
  return Array.isArray(value) || isObject(value)
}
