import { z } from 'zod'
import type { Message } from '#foundation/mail/send-mails.ts'
import { plainName } from '#foundation/mail/plain-name.ts'
import { priceChangeText } from '#payments/subscriptions/change/apply-price-change.ts'
import { changedCard } from '#payments/subscriptions/describe-subscription.ts'
import { cycleText } from '#payments/subscriptions/recurrence-text.ts'
import { cyclesBegun } from '#payments/subscriptions/begin/agreed-prices.ts'
import { mayBeCharged } from '#payments/subscriptions/sync/payment-on-its-way.ts'
import { cancellationTexts } from '#buying/withdrawal/cancellation/cancellation-texts.ts'
import type { Clock } from '#foundation/time/clock.ts'
import { cancelContractPath } from '#payments/purchases/records/purchase-url.ts'
import { findSubscriptionOf } from '#payments/subscriptions/find-subscription.ts'
import type { Receipt } from '../store.ts'
import { cardOf } from '../page/subscription-on-page.ts'
import { lastPaymentText, payingText, viewSubscription } from '../page/subscription-view.ts'
import { writingOf, receiptOf, writeBuyerMail, type Services } from './receipt-rows.ts'

/** What a mail is about: the order that the subscription began with, and what happened. */
type Subject = { readonly purchaseId: string | null; readonly data: unknown }

const failedRenewal = z.object({
  total: z.number().int(),
  /** With what had been declined before; earlier releases left it out. */
  due: z.number().int().optional(),
  currency: z.string(),
  nextPaymentAttempt: z.string().nullable(),
})

/** Tells the buyer that a renewal could not be charged, and leads to where another card repairs it. */
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
      : ` The card will be tried again on ${dayText(Date.parse(nextPaymentAttempt))}.`
  return writeBuyerMail(services, receipt, {
    subject: `Your payment to ${receipt.sellerName} did not go through`,
    heading: 'Your payment did not go through',
    lines: [
      `We could not charge ${amount} to your ${card} for “${await planTitle(services, receipt)}” from ${receipt.sellerName}.`,
      `Use another card on your purchase page: ${amountText(due)} is charged to it at once, and future payments as well.${retry}`,
    ],
    action: 'Use another card',
  })
}

async function planTitle({ db }: Services, receipt: Receipt): Promise<string> {
  return titleOfPlan(await findSubscriptionOf(db, receipt.id), receipt)
}

/** What is subscribed to now: its buyer may have changed to another price since the order. */
function titleOfPlan(row: { readonly title: string } | undefined, { formTitle }: Receipt): string {
  return row === undefined ? formTitle : plainName(row.title)
}

const ended = z.object({
  endedAt: z.string(),
  reason: z.enum(['completed', 'canceled', 'unpaid']),
  isAtBank: z.boolean().default(false),
  /** What a plan still owes; left out where that is nothing. */
  due: z.number().int().optional(),
  currency: z.string().optional(),
})

/** Tells the buyer that a subscription is over, and why. */
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
            `${amountText(due)} of it is still unpaid: use another card on your purchase page to pay that. ${receipt.sellerName} can also try your card once more.`,
          ]),
      isAtBank ? lastPaymentText : due === undefined ? 'You will not be charged again.' : nothingAfter,
    ],
    action: due === undefined ? 'View your purchase' : 'Use another card',
  })
}

const nothingAfter = 'Nothing is charged after that.'

const canceled = z.object({ endsAt: z.string().nullable() })

/** Confirms to the buyer that a subscription is canceled, and until when it lasts. */
export async function writeSubscriptionCanceled(
  services: Services & { readonly clock: Clock },
  { purchaseId, data }: Subject,
): Promise<Message> {
  const receipt = await receiptOf(services, purchaseId)
  const { sellerName } = receipt
  const row = await findSubscriptionOf(services.db, receipt.id)
  // A renewal may have begun before the provider was told.
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

/** Tells the buyer that what was canceled can be ended by its seller alone. */
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
    subject: `Your canceled subscription with ${sellerName} has not been ended yet`,
    heading: 'Your canceled subscription has not been ended yet',
    lines: [
      `Your subscription “${await planTitle(services, receipt)}” with ${sellerName} was canceled on ${day}. We have that on record, but we could not end it: ${sellerName} has taken away our access to their account at the card provider.`,
      `Now only ${sellerName} can end it there. Until then, your card may still be charged. We have told ${sellerName} to end it, and try once a day ourselves.`,
      `Please write to ${where} as well. If you are charged all the same, ask for the money back with this email, which says when it was canceled. If nobody answers, write to us at ${contact}.`,
    ],
    action: 'View your purchase',
  })
}

const notAgain = 'You will not be charged again.'

/** What is still charged: nothing, the first payment, or one of what has begun since. */
type Row = NonNullable<Awaited<ReturnType<typeof findSubscriptionOf>>>

function afterCanceling(row: Row, order: Pick<Receipt, 'status'>, now: Date): string {
  const isFirst = (cyclesBegun(row) ?? 0) <= (row.trialDays > 0 ? 0 : 1)
  if (row.status === 'incomplete' && isFirst && order.status === 'processing')
    return 'Your bank is still working on your first payment. Nothing is charged after that one.'
  if (row.status === 'incomplete' || mayBeCharged(row, now)) return lastPaymentText
  // What the seller has canceled, or somebody at the provider, its buyer cannot resume.
  return row.cancellationBy === 'buyer'
    ? `${notAgain} Until then, you can change your mind on your purchase page.`
    : notAgain
}

const priceChanged = z.object({
  title: z.string(),
  total: z.number().int(),
  from: z.string(),
  former: z.object({ total: z.number().int() }),
  isKept: z.boolean(),
})

/** Confirms to the buyer what a subscription costs from when on, since they changed it, or that it stays as it was. */
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
      lines: [`You keep “${name}” for ${amountText(total)} ${cycleText(row)}.`],
    })
  const change = { recurrence: row, currency: row.currency, total, former: former.total }
  const text = priceChangeText({ ...change, hasTax: row.taxAmount > 0, from: Date.parse(from) }, formats)
  const day = dayText(Date.parse(from))
  return writeBuyerMail(services, receipt, {
    ...told,
    subject: `Your subscription with ${receipt.sellerName} changes on ${day}`,
    heading: `Your subscription changes on ${day}`,
    lines: [
      `You have changed to “${name}”. ${text}.`,
      'Nothing was charged for it. Until then, you can go back to what you have on your purchase page.',
    ],
  })
}

const trialEnding = z.object({ endsAt: z.string() })

/** Tells the buyer in good time when a trial ends, what is charged from then on, and how not to be. */
export async function writeTrialEnding(
  services: Services & { readonly clock: Clock },
  { purchaseId, data }: Subject,
): Promise<Message> {
  const receipt = await receiptOf(services, purchaseId)
  const row = await findSubscriptionOf(services.db, receipt.id)
  const isWithBank = row?.status === 'incomplete'
  // Its own payment may still be with a bank; what follows is charged all the same.
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
      `From then on ${sellerName} charges your card for “${title}”: ${payingText(subscription)}, the first time on ${day}.`,
      isWithBank
        ? `If you cancel before that day, this is not charged. Your bank is still working on what the trial costs. Until that is paid, cancel with the link below, and then on your purchase page as well.`
        : 'If you cancel before that day, nothing is charged.',
    ],
    action: 'View dates, change the card',
    also: {
      label: cancellationTexts.label,
      url:
        services.addresses.publicUrl + cancelContractPath(sellerId, receipt, services.addresses.authSecret),
    },
  })
}
