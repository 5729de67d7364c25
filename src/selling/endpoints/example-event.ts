import { newId } from '#foundation/db/new-id.ts'
import type { EventType } from '#foundation/events/event-types.ts'
import { apiVersion, type EventData, type ThinEvent } from '#selling/events/contract.ts'
import type { readFormSold } from './store.ts'

type FormSold = NonNullable<Awaited<ReturnType<typeof readFormSold>>>

/** An email address that belongs to no one (RFC 2606). */
const buyer = { name: 'Test Buyer', email: 'test@example.com' }

/** An example of an event for this form, with its title, price and bumps and a made-up buyer. */
export function exampleOf(type: EventType, form: FormSold, now: Date) {
  const at = now.toISOString()
  const purchaseId = newId()
  const { data, objectId } = dataOf(type, form, { purchaseId, at })
  const thin: ThinEvent = {
    id: newId(),
    sequence: 0,
    type,
    apiVersion,
    createdAt: at,
    objectId,
    purchaseId: data.purchase === undefined ? null : purchaseId,
  }
  return { ...thin, data }
}

type Place = { readonly purchaseId: string; readonly at: string }

function dataOf(
  type: EventType,
  form: FormSold,
  place: Place,
): { readonly data: EventData; readonly objectId: string } {
  const objectId = newId()
  if (type === 'customer.erased') return { objectId, data: { customer: null } }
  if (type === 'customer.corrected' || type === 'customer.merged')
    return { objectId, data: { customer: { id: objectId, ...buyer } } }
  if (type === 'payout.paid' || type === 'payout.failed') {
    const hasFailed = type === 'payout.failed'
    const payout = {
      id: 'po_test',
      outcome: hasFailed ? 'failed' : 'paid',
      amount: form.amount,
      currency: form.currency,
      isDebit: false,
      failureCode: hasFailed ? 'account_closed' : null,
      failureMessage: null,
    } as const
    return { objectId: payout.id, data: { payout } }
  }
  if (type === 'form.attacked') {
    const { id, title } = form
    return { objectId: id, data: { form: { id, title } } }
  }
  if (type === 'stock.low' || type === 'stock.sold_out') {
    const { id, title } = form
    const stock = { limit: 50, left: type === 'stock.low' ? 5 : 0 }
    return { objectId: id, data: { form: { id, title }, stock } }
  }
  const purchase = purchaseOf(type, form, place)
  const { total, currency } = purchase
  if (type === 'purchase.refunded' || type === 'purchase.undone') {
    const refund = {
      id: objectId,
      status: 'succeeded',
      total,
      taxAmount: 0,
      reason: null,
      createdAt: place.at,
    } as const
    return { objectId, data: { purchase: { ...purchase, refunds: [refund] }, refund } }
  }
  if (type === 'purchase.disputed' || type === 'purchase.dispute_ended') {
    const dispute = {
      id: 'dp_test',
      status: type === 'purchase.disputed' ? 'needs_response' : 'won',
      reason: 'fraudulent',
      total,
      currency,
      evidenceDueAt: null,
      createdAt: place.at,
    }
    return { objectId: dispute.id, data: { purchase: { ...purchase, disputes: [dispute] }, dispute } }
  }
  if (type === 'invoice.issued' || type === 'invoice.credited') {
    const isCredit = type === 'invoice.credited'
    const invoice = {
      id: objectId,
      number: isCredit ? 'TEST-2' : 'TEST-1',
      kind: isCredit ? 'credit' : 'invoice',
      reason: isCredit ? 'refund' : 'sale',
      issuedOn: place.at.replace(/T.*$/, ''),
      purchaseId: place.purchaseId,
      ofNumber: isCredit ? 'TEST-1' : null,
      name: buyer.name,
      currency,
      taxAmount: 0,
      total: isCredit ? -total : total,
    } as const
    return { objectId, data: { purchase, invoice } }
  }
  if (type === 'recovery.sent' || type === 'recovery.recovered') {
    const isPaid = type === 'recovery.recovered'
    const state = isPaid ? ('paid' as const) : ('sent' as const)
    const paidSaleId = isPaid ? place.purchaseId : null
    const { id: formId } = form
    const recovery = {
      id: objectId,
      kind: 'declined',
      formId,
      total,
      currency,
      state,
      sent: 1,
      paidSaleId,
    } as const
    return { objectId, data: isPaid ? { purchase, recovery } : { recovery } }
  }
  return { objectId: place.purchaseId, data: { purchase } }
}

/** The state of the purchase after each event. All other events leave it paid. */
const statuses: Readonly<Partial<Record<EventType, 'processing' | 'failed' | 'refunded'>>> = {
  'purchase.processing': 'processing',
  'purchase.returned': 'failed',
  'purchase.refunded': 'refunded',
  'purchase.undone': 'refunded',
}

const kinds: Readonly<Partial<Record<EventType, 'renewal' | 'offer' | 'payoff'>>> = {
  'renewal.paid': 'renewal',
  'purchase.undone': 'offer',
  'plan.paid_off': 'payoff',
}

function purchaseOf(
  type: EventType,
  form: FormSold,
  { purchaseId: id, at }: Place,
): NonNullable<EventData['purchase']> {
  const { currency } = form
  const sold = [
    { kind: 'form' as const, title: form.title, amount: form.amount, bumpId: null },
    ...form.bumps.map((bump) => ({
      kind: 'bump' as const,
      title: bump.title,
      amount: bump.amount,
      bumpId: bump.id,
    })),
  ]
  const lines = sold.map(({ amount, ...line }) => ({
    ...line,
    subtotal: amount,
    taxAmount: 0,
    total: amount,
    discountAmount: 0,
    quantity: 1,
    offerId: null,
  }))
  const total = lines.reduce((sum, line) => sum + line.total, 0)
  const status = statuses[type] ?? 'paid'
  return {
    id,
    kind: kinds[type] ?? ('order' as const),
    formId: form.id,
    formTitle: form.title,
    offerTitle: null,
    ...buyer,
    mailAddress: buyer.email,
    customerId: newId(),
    orderId: null,
    total,
    currency,
    returned: status === 'refunded' ? total : 0,
    status,
    isFree: total === 0,
    createdAt: at,
    paidAt: status === 'processing' || status === 'failed' ? null : at,
    disputeStatus: null,
    unpaidRenewal: null,
    subscription: subscriptionOf(form, total),
    followUps: [],
    lines,
    answers: [],
    couponCode: null,
    source: null,
    formVersion: null,
    language: 'en',
    discountAmount: 0,
    subtotal: total,
    taxAmount: 0,
    applicationFeeAmount: 0,
    card: { brand: 'visa', last4: '4242' },
    paymentMethodType: null,
    settlesBy: null,
    takenBackUntil: null,
    paymentIntentId: null,
    failureMessage: null,
    refunds: [],
    disputes: [],
    refundable: status === 'paid' ? total : 0,
  }
}

function subscriptionOf(form: FormSold, total: number) {
  if (form.priceType !== 'RecurringPrice') return null
  const { title, billingInterval, billingPeriod, cancelAfter, currency } = form
  return {
    status: 'active' as const,
    title,
    billingInterval,
    billingPeriod,
    cancelAfter,
    currency,
    subtotal: total,
    taxAmount: 0,
    total,
    change: null,
    paidCycles: 1,
    card: null,
    cardExpires: false,
    pause: null,
    left: null,
    nextChargeAt: null,
    endsAt: null,
    paymentFailedAt: null,
    nextPaymentAttempt: null,
    needsCard: false,
    due: null,
    canCancel: true,
    canResume: false,
    payoff: null,
    payoffState: null,
    priceChange: null,
  }
}
