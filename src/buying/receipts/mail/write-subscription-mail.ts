import { z } from 'zod'
import type { Message } from '#foundation/mail/send-mails.ts'
import { plainName } from '#foundation/mail/plain-name.ts'
import { priceChangeText } from '#payments/subscriptions/change/apply-price-change.ts'
import { changedCard } from '#payments/subscriptions/describe-subscription.ts'
import { cycleText } from '#payments/subscriptions/recurrence-text.ts'
import { cyclesBegun } from '#payments/subscriptions/begin/agreed-prices.ts'
import { mayBeCharged } from '#payments/subscriptions/sync/payment-on-its-way.ts'
import { say } from '#foundation/language/t.ts'
import { cancellationTexts } from '#buying/withdrawal/cancellation/cancellation-texts.ts'
import type { Clock } from '#foundation/time/clock.ts'
import { cancelContractPath } from '#payments/purchases/records/purchase-url.ts'
import { findSubscriptionOf } from '#payments/subscriptions/find-subscription.ts'
import type { Receipt } from '../store.ts'
import { cardOf } from '../page/subscription-on-page.ts'
import { lastPaymentText, payingText, viewSubscription } from '../page/subscription-view.ts'
import { writingOf, receiptOf, writeBuyerMail, type Services } from './receipt-rows.ts'

/** The subject of a mail: the subscription's order, and the event. */
type Subject = { readonly purchaseId: string | null; readonly data: unknown }

const failedRenewal = z.object({
  total: z.number().int(),
  /** Includes earlier declined payments; earlier releases left it out. */
  due: z.number().int().optional(),
  currency: z.string(),
  nextPaymentAttempt: z.string().nullable(),
})

/** Emails the buyer that a renewal could not be charged, with a link to use another card. */
export async function writeFailedRenewal(
  services: Services,
  { purchaseId, data }: Subject,
): Promise<Message> {
  const receipt = await receiptOf(services, purchaseId)
  const { total, due = total, currency, nextPaymentAttempt } = failedRenewal.parse(data)
  const { amountText, dayText } = writingOf({ ...receipt, currency })
  const amount = amountText(total)
  const row = await findSubscriptionOf(services.db, receipt.id)
  const card = cardOf({ card: row === undefined ? null : changedCard(row) }, receipt) ?? 'card'
  const retry =
    nextPaymentAttempt === null
      ? ''
      : ` We will try your card again on ${dayText(Date.parse(nextPaymentAttempt))}.`
  return writeBuyerMail(services, receipt, {
    subject: `Your payment to ${receipt.sellerName} did not go through`,
    heading: 'Your payment did not go through',
    lines: [
      `We could not charge ${amount} to your ${card} for “${await planTitle(services, receipt)}” from ${receipt.sellerName}.`,
      `Use another card on your purchase page. It will be charged ${amountText(due)} right away, and used for future payments.${retry}`,
    ],
    action: 'Use another card',
  })
}

async function planTitle({ db }: Services, receipt: Receipt): Promise<string> {
  return titleOfPlan(await findSubscriptionOf(db, receipt.id), receipt)
}

/** The current plan's title: its buyer may have changed to another price since the order. */
function titleOfPlan(row: { readonly title: string } | undefined, { formTitle }: Receipt): string {
  return row === undefined ? formTitle : plainName(row.title)
}

const ended = z.object({
  endedAt: z.string(),
  reason: z.enum(['completed', 'canceled', 'unpaid']),
  isAtBank: z.boolean().default(false),
  /** The amount still unpaid; left out if there is none. */
  due: z.number().int().optional(),
  currency: z.string().optional(),
})

/** Emails the buyer that a subscription is over, and why. */
export async function writeSubscriptionEnded(
  services: Services,
  { purchaseId, data }: Subject,
): Promise<Message> {
  const receipt = await receiptOf(services, purchaseId)
  const { endedAt, reason, isAtBank, due, currency = receipt.currency } = ended.parse(data)
  const { amountText, dayText } = writingOf({ ...receipt, currency })
  const why = {
    completed: 'All payments have been made.',
    canceled: 'It was canceled.',
    unpaid: 'Your card could not be charged.',
  }[reason]
  return writeBuyerMail(services, receipt, {
    subject: `Your subscription with ${receipt.sellerName} has ended`,
    heading: 'Your subscription has ended',
    lines: [
      `Your subscription “${await planTitle(services, receipt)}” with ${receipt.sellerName} ended on ${dayText(Date.parse(endedAt))}. ${why}`,
      ...(due === undefined
        ? []
        : [
            `${amountText(due)} is still unpaid. Pay it with another card on your purchase page. ${receipt.sellerName} can also try your card again.`,
          ]),
      isAtBank ? lastPaymentText : due === undefined ? 'You will not be charged again.' : nothingAfter,
    ],
    action: due === undefined ? 'View your purchase' : 'Use another card',
  })
}

const nothingAfter = 'You will not be charged after that.'

const canceled = z.object({ endsAt: z.string().nullable() })

/** Confirms to the buyer that a subscription is canceled, and until when it lasts. */
export async function writeSubscriptionCanceled(
  services: Services & { readonly clock: Clock },
  { purchaseId, data }: Subject,
): Promise<Message> {
  const receipt = await receiptOf(services, purchaseId)
  const { sellerName } = receipt
  const row = await findSubscriptionOf(services.db, receipt.id)
  // A renewal may have begun before the cancellation reached the provider.
  const present = row?.cancellation === 'period_end' ? row.currentPeriodEnd : null
  const endsAt = present?.toISOString() ?? canceled.parse(data).endsAt
  const end =
    endsAt === null
      ? 'ends with the paid period'
      : `ends on ${writingOf(receipt).dayText(Date.parse(endsAt))}`
  const plan = `subscription “${titleOfPlan(row, receipt)}”`
  return writeBuyerMail(services, receipt, {
    subject: `Your subscription with ${receipt.sellerName} is canceled`,
    heading: 'Your subscription is canceled',
    lines: [
      row?.cancellationBy === 'seller'
        ? `${sellerName} has canceled your ${plan}. It ${end}.`
        : `Your ${plan} with ${sellerName} is canceled and ${end}.`,
      row === undefined ? notAgain : afterCanceling(row, receipt, services.clock.now()),
    ],
    action: 'View your purchase',
  })
}

const delayed = z.object({ canceledAt: z.string(), contact: z.string() })

/** Emails the buyer that only the seller can end their canceled subscription. */
export async function writeCancellationDelayed(
  services: Services,
  { purchaseId, data }: Subject,
): Promise<Message> {
  const receipt = await receiptOf(services, purchaseId)
  const { sellerName, contactEmail } = receipt
  const { canceledAt, contact } = delayed.parse(data)
  const day = writingOf(receipt).dayText(Date.parse(canceledAt))
  const where = contactEmail === null ? sellerName : `${sellerName} at ${contactEmail}`
  return writeBuyerMail(services, receipt, {
    subject: `Your canceled subscription with ${sellerName} is still active`,
    heading: 'Your canceled subscription is still active',
    lines: [
      `Your subscription “${await planTitle(services, receipt)}” with ${sellerName} was canceled on ${day}. We recorded your cancellation, but we could not stop the payments because ${sellerName} has removed our access to their account at the payment provider.`,
      `Only ${sellerName} can stop them now. Until then, your card may still be charged. We have asked ${sellerName} to end it, and we keep trying every day.`,
      `Please write to ${where} as well. If you are still charged, ask for a refund with this email, which shows when you canceled. If you get no reply, write to us at ${contact}.`,
    ],
    action: 'View your purchase',
  })
}

const notAgain = 'You will not be charged again.'

type Row = NonNullable<Awaited<ReturnType<typeof findSubscriptionOf>>>

/** Whether anything is still charged: nothing, the first payment, or one for a cycle begun since. */
function afterCanceling(row: Row, order: Pick<Receipt, 'status'>, now: Date): string {
  const isFirst = (cyclesBegun(row) ?? 0) <= (row.trialDays > 0 ? 0 : 1)
  if (row.status === 'incomplete' && isFirst && order.status === 'processing')
    return 'Your bank is still processing your first payment. You will not be charged after that.'
  if (row.status === 'incomplete' || mayBeCharged(row, now)) return lastPaymentText
  // Buyers can only resume what they canceled themselves.
  return row.cancellationBy === 'buyer'
    ? `${notAgain} You can undo this on your purchase page until then.`
    : notAgain
}

const priceChanged = z.object({
  title: z.string(),
  total: z.number().int(),
  from: z.string(),
  former: z.object({ total: z.number().int() }),
  isKept: z.boolean(),
})

/** Confirms to the buyer the new price of a changed subscription and its day, or that it stays as it was. */
export async function writePriceChanged(
  services: Services & { readonly clock: Clock },
  { purchaseId, data }: Subject,
): Promise<Message> {
  const receipt = await receiptOf(services, purchaseId)
  const row = await findSubscriptionOf(services.db, receipt.id)
  if (row === undefined) throw new Error(`Purchase ${receipt.id} has begun no subscription`)
  const { title, total, from, former, isKept } = priceChanged.parse(data)
  const { formats, amountText, dayText } = writingOf(receipt)
  const name = plainName(title)
  const told = { action: 'View your purchase' }
  if (isKept)
    return writeBuyerMail(services, receipt, {
      ...told,
      subject: `Your subscription with ${receipt.sellerName} stays as it was`,
      heading: 'Your subscription stays as it was',
      lines: [`You are staying on “${name}” at ${amountText(total)} ${cycleText(row)}.`],
    })
  const change = { recurrence: row, currency: row.currency, total, former: former.total }
  const text = priceChangeText({ ...change, hasTax: row.taxAmount > 0, from: Date.parse(from) }, formats)
  const day = dayText(Date.parse(from))
  return writeBuyerMail(services, receipt, {
    ...told,
    subject: `Your subscription with ${receipt.sellerName} changes on ${day}`,
    heading: `Your subscription changes on ${day}`,
    lines: [
      `You have switched to “${name}”. ${text}.`,
      'You were not charged for the change. You can switch back on your purchase page until then.',
    ],
  })
}

const trialEnding = z.object({ endsAt: z.string() })

/** Reminds the buyer before a trial ends of the charges that follow, and how to avoid them. */
export async function writeTrialEnding(
  services: Services & { readonly clock: Clock },
  { purchaseId, data }: Subject,
): Promise<Message> {
  const receipt = await receiptOf(services, purchaseId)
  const row = await findSubscriptionOf(services.db, receipt.id)
  const isWithBank = row?.status === 'incomplete'
  // The trial's own payment may still be with a bank, but later ones are charged anyway.
  const begun = row && isWithBank ? { ...row, status: 'trialing' as const } : row
  const subscription = viewSubscription(begun, services.clock.now(), receipt.locale)
  if (subscription === undefined) throw new Error(`Purchase ${receipt.id} has begun no subscription`)
  const day = writingOf(receipt).dayText(Date.parse(trialEnding.parse(data).endsAt))
  const { sellerName, sellerId } = receipt
  const title = plainName(subscription.wire.title)
  return writeBuyerMail(services, receipt, {
    subject: `Your trial ends on ${day}: ${title}`,
    heading: `Your trial ends on ${day}`,
    lines: [
      `After that, ${sellerName} will charge your card for “${title}”: ${payingText(subscription)}, starting on ${day}.`,
      isWithBank
        ? 'Cancel before that day and you will not be charged for it. Your bank is still processing your payment for the trial. Until it is paid, cancel with the link below. After that, you can also cancel on your purchase page.'
        : 'Cancel before that day and you will not be charged.',
    ],
    action: 'View dates or change your card',
    also: {
      label: say(cancellationTexts.label),
      url:
        services.addresses.publicUrl + cancelContractPath(sellerId, receipt, services.addresses.authSecret),
    },
  })
}
