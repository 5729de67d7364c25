import { z } from 'zod'
import { t } from '#foundation/language/t.ts'
import { plainName } from '#foundation/mail/plain-name.ts'
import type { Message } from '#foundation/mail/send-mails.ts'
import type { Clock } from '#foundation/time/clock.ts'
import { describeSubscription } from '#payments/subscriptions/describe-subscription.ts'
import { findSubscriptionOf } from '#payments/subscriptions/find-subscription.ts'
import { receiptOf, type Services, writeBuyerMail, writingOf } from './receipt-rows.ts'

type Timed = Services & { readonly clock: Clock }
type Subject = { readonly purchaseId: string | null; readonly data: unknown }

const paused = z.object({
  from: z.string(),
  until: z.string(),
  isSkip: z.boolean(),
  by: z.enum(['buyer', 'seller']).nullable(),
})

/** Confirms to the buyer that a payment is skipped or a subscription paused, and from when until when. */
export async function writeSubscriptionPaused(services: Timed, subject: Subject): Promise<Message> {
  const { receipt, title, amount, dayText } = await read(services, subject)
  const { sellerName: seller } = receipt
  const { isSkip, by, ...days } = paused.parse(subject.data)
  const [from, until] = [dayText(Date.parse(days.from)), dayText(Date.parse(days.until))]
  const files =
    receipt.files.length === 0 ? [] : [t('The files are closed from {from} to {until}.', { from, until })]
  const after = t('On {until}, {amount} is charged and your subscription continues.', { until, amount })
  const change = t('You can undo this or cancel on your purchase page.')
  if (isSkip)
    return writeBuyerMail(services, receipt, {
      subject: t('Your next payment to {seller} is on {until}', { seller, until }),
      heading: t('Your payment is skipped'),
      lines: [
        t('Nothing is charged on {from} for “{title}”.', { from, title }),
        [after, ...files].join(' '),
        change,
      ],
    })
  return writeBuyerMail(services, receipt, {
    subject: t('Your subscription with {seller} pauses on {from}', { seller, from }),
    heading: t('Your subscription pauses on {from}', { from }),
    lines: [
      by === 'seller'
        ? t('{seller} has paused “{title}” for you. You keep what you paid for until {from}.', {
            seller,
            title,
            from,
          })
        : t('You have paused “{title}” with {seller}. You keep what you paid for until {from}.', {
            seller,
            title,
            from,
          }),
      [after, ...files].join(' '),
      change,
    ],
  })
}

/** Confirms to the buyer that a pause was undone before it began. */
export async function writeSubscriptionGoesOn(services: Timed, subject: Subject): Promise<Message> {
  const { receipt, title, amount, next, dayText } = await read(services, subject)
  const { sellerName: seller } = receipt
  return writeBuyerMail(services, receipt, {
    subject: t('Your subscription with {seller} continues', { seller }),
    heading: t('Your subscription continues'),
    lines: [
      next === null
        ? t('“{title}” is no longer paused.', { title })
        : t('“{title}” is no longer paused. The next payment of {amount} is on {day}.', {
            title,
            amount,
            day: dayText(Date.parse(next)),
          }),
    ],
  })
}

async function read(services: Timed, subject: Subject) {
  const receipt = await receiptOf(services, subject.purchaseId)
  const row = await findSubscriptionOf(services.db, receipt.id)
  if (row === undefined) throw new Error(`Purchase ${receipt.id} has not started a subscription`)
  const { amountText, dayText } = writingOf({ ...receipt, currency: row.currency })
  const { total, nextChargeAt: next } = describeSubscription(row, services.clock.now())
  return { receipt, title: plainName(row.title), amount: amountText(total), next, dayText }
}
