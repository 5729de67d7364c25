import { z } from 'zod'
import { cardText } from '#foundation/text/card-words.ts'
import { say, t } from '#foundation/language/t.ts'
import type { Clock } from '#foundation/time/clock.ts'
import { plainName } from '#foundation/mail/plain-name.ts'
import type { Message } from '#foundation/mail/send-mails.ts'
import { cancelContractPath } from '#payments/purchases/records/purchase-url.ts'
import { changedCard } from '#payments/subscriptions/describe-subscription.ts'
import { skippedTo, skipProblem } from '#payments/subscriptions/pause/pause-state.ts'
import { findSubscriptionOf } from '#payments/subscriptions/find-subscription.ts'
import { cancellationTexts } from '#buying/withdrawal/cancellation/cancellation-texts.ts'
import { pausePath } from '../page/pause-links.ts'
import { cardOf } from '../page/subscription-on-page.ts'
import { receiptOf, type Services, writeBuyerMail, writingOf } from './receipt-rows.ts'

type Subject = { readonly purchaseId: string | null; readonly data: unknown }

const ahead = z.object({ chargedAt: z.string(), total: z.number().int() })

/** Reminds the buyer of the next payment, how it will be charged, and how to avoid it. */
export async function writeRenewalAhead(
  services: Services & { readonly clock: Clock },
  subject: Subject,
): Promise<Message> {
  const receipt = await receiptOf(services, subject.purchaseId)
  const row = await findSubscriptionOf(services.db, receipt.id)
  if (row === undefined) throw new Error(`Purchase ${receipt.id} has not started a subscription`)
  const { chargedAt, total } = ahead.parse(subject.data)
  const { amountText, dayText } = writingOf({ ...receipt, currency: row.currency })
  const { sellerName: seller, sellerId } = receipt
  const charge = { seller, title: plainName(row.title), amount: amountText(total) }
  const day = dayText(Date.parse(chargedAt))
  const card = cardOf({ card: changedCard(row) }, receipt)
  const { publicUrl, authSecret } = services.addresses
  const canSkip = receipt.allowsPause && skipProblem(row, services.clock.now()) === undefined
  const until = canSkip ? skippedTo(row) : null
  return writeBuyerMail(services, receipt, {
    subject: t('Your subscription with {seller} renews on {day}', { seller, day }),
    heading: t('Your subscription renews on {day}', { day }),
    lines: [
      card === null
        ? t('On {day}, {seller} will charge you {amount} for “{title}”.', { ...charge, day })
        : t('On {day}, {seller} will charge {amount} to your {card} for “{title}”.', {
            ...charge,
            day,
            card,
          }),
      ...(until === null
        ? []
        : [
            t('Not this time? Skip this payment, and your next one is on {day}.', {
              day: dayText(until),
            }),
          ]),
      t('Cancel before that day and you will not be charged.'),
    ],
    action: t('View dates or change your card'),
    also: [
      ...(until === null
        ? []
        : [{ label: t('Skip this payment'), url: publicUrl + pausePath(receipt, authSecret, 'skip') }]),
      {
        label: say(cancellationTexts.label),
        url: publicUrl + cancelContractPath(sellerId, receipt, authSecret),
      },
    ],
  })
}

const expires = ahead.extend({ card: z.object({ brand: z.string(), last4: z.string() }) })

/** Asks the buyer for another card before the next payment, because theirs expires. */
export async function writeCardExpires(services: Services, subject: Subject): Promise<Message> {
  const receipt = await receiptOf(services, subject.purchaseId)
  const row = await findSubscriptionOf(services.db, receipt.id)
  if (row === undefined) throw new Error(`Purchase ${receipt.id} has not started a subscription`)
  const { chargedAt, total, card } = expires.parse(subject.data)
  const { amountText, dayText } = writingOf({ ...receipt, currency: row.currency })
  const { sellerName: seller } = receipt
  return writeBuyerMail(services, receipt, {
    subject: t('Your card for {seller} expires soon', { seller }),
    heading: t('Your card expires soon'),
    lines: [
      t('Your {card} expires before {day}, when {seller} will charge {amount} for “{title}”.', {
        card: cardText(card),
        day: dayText(Date.parse(chargedAt)),
        seller,
        amount: amountText(total),
        title: plainName(row.title),
      }),
      t('Change it on your purchase page so that your subscription continues.'),
    ],
    action: t('Change card'),
  })
}
