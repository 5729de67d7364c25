import { z } from 'zod'
import { msg, say, t } from '#foundation/language/t.ts'
import type { Message } from '#foundation/mail/send-mails.ts'
import { plainName } from '#foundation/mail/plain-name.ts'
import { priceChangeText } from '#payments/subscriptions/change/apply-price-change.ts'
import { changedCard } from '#payments/subscriptions/describe-subscription.ts'
import { cycleText } from '#payments/subscriptions/recurrence-text.ts'
import { paidUntil } from '#payments/subscriptions/pause/pause-state.ts'
import { cyclesBegun } from '#payments/subscriptions/begin/agreed-prices.ts'
import { mayBeCharged } from '#payments/subscriptions/sync/payment-on-its-way.ts'
import { cancellationTexts } from '#buying/withdrawal/cancellation/cancellation-texts.ts'
import type { Clock } from '#foundation/time/clock.ts'
import { cancelContractPath } from '#payments/purchases/records/purchase-url.ts'
import { findSubscriptionOf } from '#payments/subscriptions/find-subscription.ts'
import type { Receipt } from '../store.ts'
import { cardOf } from '../page/subscription-on-page.ts'
import {
  comingText,
  isFreeNext,
  lastPaymentText,
  payingText,
  viewSubscription,
} from '../page/subscription-view.ts'
import { writingOf, receiptOf, writeBuyerMail, type Services } from './receipt-rows.ts'

/** The order that an email is about, and the event that caused the email. */
type Subject = { readonly purchaseId: string | null; readonly data: unknown }
type Timed = Services & { readonly clock: Clock }

const failedRenewal = z.object({
  total: z.number().int(),
  /** The amount due, including earlier declined payments. Missing in emails from earlier releases. */
  due: z.number().int().optional(),
  currency: z.string(),
  nextPaymentAttempt: z.string().nullable(),
})

/** Emails the buyer that a renewal could not be charged, with a link for using another card. */
export async function writeFailedRenewal(services: Services, subject: Subject): Promise<Message> {
  const receipt = await receiptOf(services, subject.purchaseId)
  const { total, due = total, currency, nextPaymentAttempt } = failedRenewal.parse(subject.data)
  const { amountText, dayText } = writingOf({ ...receipt, currency })
  const row = await findSubscriptionOf(services.db, receipt.id)
  const card = cardOf({ card: row === undefined ? null : changedCard(row) }, receipt)
  const [amount, title, seller] = [amountText(total), titleOfPlan(row, receipt), receipt.sellerName]
  const attempt = nextPaymentAttempt === null ? null : dayText(Date.parse(nextPaymentAttempt))
  return writeBuyerMail(services, receipt, {
    subject: t('Your payment to {seller} did not go through', { seller }),
    heading: t('Your payment did not go through'),
    lines: [
      card === null
        ? t('We could not charge {amount} to your card for “{title}” from {seller}.', {
            amount,
            title,
            seller,
          })
        : t('We could not charge {amount} to your {card} for “{title}” from {seller}.', {
            amount,
            card,
            title,
            seller,
          }),
      [
        t(
          'Use another card on your purchase page. It will be charged {due} right away, and used for future payments.',
          { due: amountText(due) },
        ),
        ...(attempt === null ? [] : [t('We will try your card again on {day}.', { day: attempt })]),
      ].join(' '),
    ],
    action: t('Use another card'),
  })
}

/** The title of the current plan, because the buyer may have changed plans since the order. */
function titleOfPlan(row: { readonly title: string } | undefined, { formTitle }: Receipt): string {
  return row === undefined ? formTitle : plainName(row.title)
}

const ended = z.object({
  endedAt: z.string(),
  reason: z.enum(['completed', 'canceled', 'unpaid']),
  isAtBank: z.boolean().default(false),
  /** The amount that is still unpaid, if any. */
  due: z.number().int().optional(),
  currency: z.string().optional(),
})

const reasons = {
  completed: msg('All payments have been made.'),
  canceled: msg('It was canceled.'),
  unpaid: msg('Your card could not be charged.'),
}

/** Emails the buyer that a subscription has ended, and why. */
export async function writeSubscriptionEnded(services: Services, subject: Subject): Promise<Message> {
  const receipt = await receiptOf(services, subject.purchaseId)
  const { endedAt, reason, isAtBank, due, currency = receipt.currency } = ended.parse(subject.data)
  const { amountText, dayText } = writingOf({ ...receipt, currency })
  const { sellerName: seller } = receipt
  const title = titleOfPlan(await findSubscriptionOf(services.db, receipt.id), receipt)
  const day = dayText(Date.parse(endedAt))
  const end = t('Your subscription “{title}” with {seller} ended on {day}.', { title, seller, day })
  const unpaid =
    due !== undefined &&
    t(
      '{due} is still unpaid. Pay it with another card on your purchase page. {seller} can also try your card again.',
      { due: amountText(due), seller },
    )
  const after = unpaid ? t('You will not be charged after that.') : t('You will not be charged again.')
  return writeBuyerMail(services, receipt, {
    subject: t('Your subscription with {seller} has ended', { seller }),
    heading: t('Your subscription has ended'),
    lines: [
      `${end} ${say(reasons[reason])}`,
      ...(unpaid ? [unpaid] : []),
      isAtBank ? lastPaymentText() : after,
    ],
    ...(unpaid && { action: t('Use another card') }),
  })
}

const canceled = z.object({ endsAt: z.string().nullable() })

/** Confirms to the buyer that a subscription is canceled, and until when it lasts. */
export async function writeSubscriptionCanceled(services: Timed, subject: Subject): Promise<Message> {
  const receipt = await receiptOf(services, subject.purchaseId)
  const row = await findSubscriptionOf(services.db, receipt.id)
  // A renewal may have begun before the cancellation reached the provider.
  const present = row?.cancellation === 'period_end' ? paidUntil(row) : null
  const endsAt = present?.toISOString() ?? canceled.parse(subject.data).endsAt
  const day = endsAt === null ? null : writingOf(receipt).dayText(Date.parse(endsAt))
  const { sellerName: seller } = receipt
  return writeBuyerMail(services, receipt, {
    subject: t('Your subscription with {seller} is canceled', { seller }),
    heading: t('Your subscription is canceled'),
    lines: [
      canceledText({ title: titleOfPlan(row, receipt), seller, day }, row?.cancellationBy === 'seller'),
      row === undefined
        ? t('You will not be charged again.')
        : afterCanceling(row, receipt, services.clock.now()),
    ],
  })
}

type Canceled = { readonly title: string; readonly seller: string; readonly day: string | null }

function canceledText({ title, seller, day }: Canceled, isBySeller: boolean): string {
  if (isBySeller)
    return day === null
      ? t('{seller} has canceled your subscription “{title}”. It ends with the paid period.', {
          seller,
          title,
        })
      : t('{seller} has canceled your subscription “{title}”. It ends on {day}.', { seller, title, day })
  return day === null
    ? t('Your subscription “{title}” with {seller} is canceled and ends with the paid period.', {
        title,
        seller,
      })
    : t('Your subscription “{title}” with {seller} is canceled and ends on {day}.', { title, seller, day })
}

const delayed = z.object({ canceledAt: z.string(), contact: z.string() })

/** Emails the buyer that their canceled subscription is still active and only the seller can end it. */
export async function writeCancellationDelayed(services: Services, subject: Subject): Promise<Message> {
  const receipt = await receiptOf(services, subject.purchaseId)
  const { sellerName: seller, contactEmail: email } = receipt
  const { canceledAt, contact } = delayed.parse(subject.data)
  const day = writingOf(receipt).dayText(Date.parse(canceledAt))
  const title = titleOfPlan(await findSubscriptionOf(services.db, receipt.id), receipt)
  return writeBuyerMail(services, receipt, {
    subject: t('Your canceled subscription with {seller} is still active', { seller }),
    heading: t('Your canceled subscription is still active'),
    lines: [
      t(
        'Your subscription “{title}” with {seller} was canceled on {day}. We recorded your cancellation, but we could not stop the payments because {seller} has removed our access to their account at the payment provider.',
        { title, seller, day },
      ),
      t(
        'Only {seller} can stop them now. Until then, your card may still be charged. We have asked {seller} to end it, and we keep trying every day.',
        { seller },
      ),
      [
        email === null
          ? t('Please write to {seller} as well.', { seller })
          : t('Please write to {seller} at {email} as well.', { seller, email }),
        t(
          'If you are still charged, ask for a refund with this email, which shows when you canceled. If you get no reply, write to us at {contact}.',
          { contact },
        ),
      ].join(' '),
    ],
  })
}

type Row = NonNullable<Awaited<ReturnType<typeof findSubscriptionOf>>>

/**
 * Describes what is still charged after a cancellation: nothing, the first payment, or the payment for a cycle that has
 * already begun.
 */
function afterCanceling(row: Row, order: Pick<Receipt, 'status'>, now: Date): string {
  const isFirst = (cyclesBegun(row) ?? 0) <= (row.trialDays > 0 ? 0 : 1)
  if (row.status === 'incomplete' && isFirst && order.status === 'processing')
    return t('Your bank is still processing your first payment. You will not be charged after that.')
  if (row.status === 'incomplete' || mayBeCharged(row, now)) return lastPaymentText()
  // Buyers can resume only what they canceled themselves.
  return row.cancellationBy === 'buyer'
    ? t('You will not be charged again. You can undo this on your purchase page until then.')
    : t('You will not be charged again.')
}

const priceChanged = z.object({
  title: z.string(),
  total: z.number().int(),
  from: z.string(),
  former: z.object({ total: z.number().int() }),
  isKept: z.boolean(),
})

/** Confirms to the buyer a subscription's new price and its first day, or that the subscription stays as it was. */
export async function writePriceChanged(services: Timed, subject: Subject): Promise<Message> {
  const receipt = await receiptOf(services, subject.purchaseId)
  const row = await findSubscriptionOf(services.db, receipt.id)
  if (row === undefined) throw new Error(`Purchase ${receipt.id} has not started a subscription`)
  const { total, from, former, isKept, ...plan } = priceChanged.parse(subject.data)
  const { formats, amountText, dayText } = writingOf(receipt)
  const title = plainName(plan.title)
  const { sellerName: seller } = receipt
  if (isKept)
    return writeBuyerMail(services, receipt, {
      subject: t('Your subscription with {seller} stays as it was', { seller }),
      heading: t('Your subscription stays as it was'),
      lines: [
        t('You are staying on “{title}” at {amount} {cycle}.', {
          title,
          amount: amountText(total),
          cycle: cycleText(row),
        }),
      ],
    })
  const priced = { recurrence: row, currency: row.currency, total, former: former.total }
  const change = priceChangeText({ ...priced, hasTax: row.taxAmount > 0, from: Date.parse(from) }, formats)
  const day = dayText(Date.parse(from))
  return writeBuyerMail(services, receipt, {
    subject: t('Your subscription with {seller} changes on {day}', { seller, day }),
    heading: t('Your subscription changes on {day}', { day }),
    lines: [
      t('You have switched to “{title}”. {change}.', { title, change }),
      t('You were not charged for the change. You can switch back on your purchase page until then.'),
    ],
  })
}

const trialEnding = z.object({ endsAt: z.string() })

/** Reminds the buyer before a trial ends of the charges that follow and how to avoid them. */
export async function writeTrialEnding(services: Timed, subject: Subject): Promise<Message> {
  const receipt = await receiptOf(services, subject.purchaseId)
  const row = await findSubscriptionOf(services.db, receipt.id)
  const isWithBank = row?.status === 'incomplete'
  // The trial's own payment may still be at a bank, but later ones are charged anyway.
  const begun = row && isWithBank ? { ...row, status: 'trialing' as const } : row
  const subscription = viewSubscription(begun, services.clock.now(), receipt.locale)
  if (subscription === undefined) throw new Error(`Purchase ${receipt.id} has not started a subscription`)
  const day = writingOf(receipt).dayText(Date.parse(trialEnding.parse(subject.data).endsAt))
  const { sellerName: seller, sellerId } = receipt
  const title = plainName(subscription.wire.title)
  const charge = isFreeNext(subscription)
    ? t('After that, {seller} will charge your card for “{title}”: {price}.', {
        seller,
        title,
        price: comingText(subscription),
      })
    : t('After that, {seller} will charge your card for “{title}”: {price}, starting on {day}.', {
        seller,
        title,
        price: payingText(subscription),
        day,
      })
  return writeBuyerMail(services, receipt, {
    subject: t('Your trial ends on {day}: {title}', { day, title }),
    heading: t('Your trial ends on {day}', { day }),
    lines: [
      charge,
      isWithBank
        ? t(
            'Cancel before that day and you will not be charged for it. Your bank is still processing your payment for the trial. Until it is paid, cancel with the link below. After that, you can also cancel on your purchase page.',
          )
        : t('Cancel before that day and you will not be charged.'),
    ],
    action: t('View dates or change your card'),
    also: [
      {
        label: say(cancellationTexts.label),
        url:
          services.addresses.publicUrl + cancelContractPath(sellerId, receipt, services.addresses.authSecret),
      },
    ],
  })
}
