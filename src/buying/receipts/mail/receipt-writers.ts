import type { Kysely } from 'kysely'
import { t } from '#foundation/language/t.ts'
import type { Clock } from '#foundation/time/clock.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { RefundRequester } from '#foundation/db/tables/purchases.ts'
import type { Message, Writers } from '#foundation/mail/send-mails.ts'
import type { Addresses } from '#payments/purchases/records/purchase-url.ts'
import { isUntaxedNext } from '#payments/subscriptions/change/tax-off.ts'
import { hasEnded } from '#payments/subscriptions/end/correct-end.ts'
import { cycleStart } from '#payments/subscriptions/payment-calendar.ts'
import { trialEndAt } from '#payments/subscriptions/trial/trial-days.ts'
import { findRefund, type Receipt } from '#buying/receipts/store.ts'
import { paidWithText } from '#payments/purchases/charge/paid-with.ts'
import { findSubscriptionOf } from '#payments/subscriptions/find-subscription.ts'
import { writeReceipt } from './write-receipt.ts'
import {
  writeCancellationDelayed,
  writeFailedRenewal,
  writePriceChanged,
  writeSubscriptionCanceled,
  writeSubscriptionEnded,
  writeTrialEnding,
} from './write-subscription-mail.ts'
import { writeSubscriptionGoesOn, writeSubscriptionPaused } from './write-pause-mail.ts'
import { writeCardExpires, writeRenewalAhead } from './write-renewal-notice.ts'
import { titleOf, writingOf, receiptOf, type Services, writeBuyerMail } from './receipt-rows.ts'

/** Registers the writers of all emails to buyers about their purchases. */
export function receiptWriters(parts: {
  readonly db: Kysely<Database>
  readonly clock: Clock
  readonly addresses: Addresses
}): Writers {
  const { db, clock, addresses } = parts
  const receipt: Writers[string] = ({ purchaseId }) => writeReceipt(db, clock, addresses, purchaseId ?? '')
  return {
    receipt,
    renewal: receipt,
    payment_processing: ({ purchaseId }) => writePaymentProcessing(parts, purchaseId),
    payment_returned: ({ purchaseId }) => writePaymentReturned(parts, purchaseId),
    refund: ({ purchaseId, refundId }) => writeRefundMail(parts, purchaseId ?? '', refundId ?? ''),
    refund_failed: ({ purchaseId, refundId }) => writeRefundFailed(parts, purchaseId ?? '', refundId ?? ''),
    renewal_failed: (mail) => writeFailedRenewal(parts, mail),
    price_changed: (mail) => writePriceChanged(parts, mail),
    trial_ending: (mail) => writeTrialEnding(parts, mail),
    subscription_paused: (mail) => writeSubscriptionPaused(parts, mail),
    subscription_goes_on: (mail) => writeSubscriptionGoesOn(parts, mail),
    card_expires: (mail) => writeCardExpires(parts, mail),
    renewal_ahead: (mail) => writeRenewalAhead(parts, mail),
    subscription_ended: (mail) => writeSubscriptionEnded(parts, mail),
    cancellation_delayed: (mail) => writeCancellationDelayed(parts, mail),
    subscription_canceled: (mail) => writeSubscriptionCanceled(parts, mail),
  }
}

/** Emails the buyer that their bank is processing the payment, so that they do not pay again. */
async function writePaymentProcessing(services: Services, purchaseId: string | null): Promise<Message> {
  const receipt = await receiptOf(services, purchaseId)
  const { amount, seller, title } = paymentOf(receipt)
  return writeBuyerMail(services, receipt, {
    subject: t('Your payment to {seller} is with your bank', { seller }),
    heading: t('Your payment is with your bank'),
    lines: [
      t('Your bank is still processing your payment of {amount} to {seller} for “{title}”.', {
        amount,
        seller,
        title,
      }),
      t(
        'Please do not pay again. We will email you as soon as your bank has answered, which can take a few days.',
      ),
    ],
  })
}

function paymentOf(receipt: Receipt) {
  const amount = writingOf(receipt).amountText(receipt.total)
  return { amount, seller: receipt.sellerName, title: titleOf(receipt) }
}

/**
 * Emails the buyer that their bank did not complete a payment. Once a subscription's next payment is due, a bank may
 * already be processing it. Until the subscription has ended, the email therefore does not suggest buying again.
 */
async function writePaymentReturned(
  services: Services & { readonly clock: Clock },
  purchaseId: string | null,
): Promise<Message> {
  const receipt = await receiptOf(services, purchaseId)
  const { amount, seller, title } = paymentOf(receipt)
  const begun = await findSubscriptionOf(services.db, receipt.id)
  const runs = begun !== undefined && !hasEnded(begun.status)
  return writeBuyerMail(services, receipt, {
    subject: t('Your payment to {seller} did not go through', { seller }),
    heading: t('Your payment did not go through'),
    lines: [
      t('Your bank did not complete your payment of {amount} to {seller} for “{title}”.', {
        amount,
        seller,
        title,
      }),
      runs && begun.paidCycles > 0
        ? t(
            'You have not been charged for it, but the payment may be tried again. Your subscription continues with your later payments, so please do not buy it again.',
          )
        : runs && laterPaymentsFrom(begun) <= services.clock.now().getTime()
          ? t(
              'You have not been charged for it. Please wait before you buy it again. The next payment of your subscription is due, and your bank may already have it. Your purchase page shows the outcome.',
            )
          : t(
              'You have not been charged for it. If you still want it, buy it again with another payment method.',
            ),
    ],
  })
}

/** When the first payment after the order is due, in milliseconds. */
function laterPaymentsFrom(row: NonNullable<Awaited<ReturnType<typeof findSubscriptionOf>>>): number {
  const { billingCycleAnchor, createdAt, trialDays } = row
  const anchor = billingCycleAnchor?.getTime() ?? trialEndAt(createdAt.getTime(), trialDays)
  return cycleStart(row, anchor, trialDays > 0 ? 0 : 1)
}

export async function writeRefundMail(
  services: Services,
  purchaseId: string,
  refundId: string,
): Promise<Message> {
  const receipt = await receiptOf(services, purchaseId)
  const refund = await findRefund(services.db, purchaseId, refundId)
  if (refund === undefined) throw new Error(`There is no refund ${refundId}`)
  const { name, sellerName: seller } = receipt
  const amount = writingOf(receipt).amountText(refund.amount)
  const mail = writeBuyerMail(services, receipt, {
    subject: t('Your refund from {seller}: {amount}', { seller, amount }),
    heading: t('Your refund, {name}', { name }),
    lines: [
      refundText(receipt, refund),
      returnText(receipt),
      ...(await laterTaxText(services, receipt, refund)),
    ],
  })
  return { ...mail, thread: receipt.orderId ?? purchaseId }
}

/** Emails the buyer that an announced refund did not arrive, because the card's bank can return it for days. */
async function writeRefundFailed(services: Services, purchaseId: string, refundId: string): Promise<Message> {
  const receipt = await receiptOf(services, purchaseId)
  const refund = await findRefund(services.db, purchaseId, refundId)
  if (refund === undefined) throw new Error(`There is no refund ${refundId}`)
  const { sellerName: seller } = receipt
  const amount = writingOf(receipt).amountText(refund.amount)
  const mail = writeBuyerMail(services, receipt, {
    subject: t('Your refund of {amount} from {seller} failed', { seller, amount }),
    heading: t('Your refund did not arrive'),
    lines: [
      t('The refund of {amount} for “{title}” could not be paid out to you and was returned to {seller}.', {
        amount,
        title: titleOf(receipt),
        seller,
      }),
      t(
        '{seller} has been notified and can refund you again or pay you another way. If you hear nothing within a few days, reply to this email.',
        { seller },
      ),
    ],
  })
  return { ...mail, thread: receipt.orderId ?? purchaseId }
}

function refundText(
  receipt: Receipt,
  { amount: back, requestedBy }: { readonly amount: number; readonly requestedBy: RefundRequester },
): string {
  const { total, sellerName: seller } = receipt
  const { amountText } = writingOf(receipt)
  const title = titleOf(receipt)
  const amount =
    back === total
      ? amountText(back)
      : t('{amount} of {total}', { amount: amountText(back), total: amountText(total) })
  if (requestedBy === 'vat')
    return t(
      'Your VAT number is confirmed, so you owe no tax on “{title}”. We are refunding {amount} to you.',
      { title, amount },
    )
  if (requestedBy === 'buyer')
    return t('You undid “{title}”. We are refunding {amount} to you.', { title, amount })
  return requestedBy === 'withdrawal'
    ? t('You withdrew from “{title}”. We are refunding {amount} to you.', { title, amount })
    : t('{seller} has refunded {amount} for “{title}”.', { seller, amount, title })
}

/** Whether the subscription of a business whose tax is refunded continues without the tax. */
async function laterTaxText(
  { db }: Services,
  { id, orderId }: Receipt,
  { requestedBy }: { readonly requestedBy: RefundRequester },
): Promise<string[]> {
  const row = requestedBy === 'vat' ? await findSubscriptionOf(db, orderId ?? id) : undefined
  const isLive = row?.status === 'active' || row?.status === 'trialing'
  return isLive && isUntaxedNext(row) ? [t('Your next payments will be without tax.')] : []
}

function returnText(receipt: Receipt): string {
  const { cardBrand, paymentMethodType: type } = receipt
  if (cardBrand === null && type !== null && type !== 'card')
    return t('It will be returned to the account you paid from, usually within 5 to 10 business days.')
  const card = paidWithText(receipt)
  return card === null
    ? t('It will be returned to the card you paid with, usually within 5 to 10 business days.')
    : t('It will be returned to {card}, usually within 5 to 10 business days.', { card })
}
