import { z } from 'zod'
import { t } from '#foundation/language/t.ts'
import { dayText } from '#foundation/time/day-text.ts'
import { button, text } from '#foundation/mail/mail-body.ts'
import { plainName } from '#foundation/mail/plain-name.ts'
import type { Message } from '#foundation/mail/send-mails.ts'
import type { Services } from '#registry/services.ts'
import { findPurchaseById } from '#payments/purchases/records/find-purchase.ts'
import { findByOrder } from '../store.ts'

const mailData = z.object({ orderId: z.string(), canceledAt: z.string() })

export async function writeStuckMail(
  { db, config }: Pick<Services, 'db' | 'config'>,
  data: unknown,
): Promise<Message> {
  const { orderId, canceledAt } = mailData.parse(data)
  const [order, row] = await Promise.all([findPurchaseById(db, orderId), findByOrder(db, orderId)])
  if (order === undefined || row === undefined) throw new Error(`There is no subscription of ${orderId}`)
  const [buyer, title] = [plainName(order.name), plainName(row.sellerTitle ?? row.title)]
  const what = t(
    '{buyer}’s subscription to “{title}” was canceled on {day}. We cannot end it because your Stripe account is no longer connected.',
    { buyer, title, day: dayText(Date.parse(canceledAt)) },
  )
  const { stripeSubscriptionId: id } = row
  const advice =
    id === null
      ? t(
          'Stripe may keep charging {buyer} until you cancel it in your Stripe dashboard. There, look for the subscription of the purchase {orderId}.',
          { buyer, orderId },
        )
      : t(
          'Stripe may keep charging {buyer} until you cancel it in your Stripe dashboard. There, look for the subscription {id}.',
          { buyer, id },
        )
  const followUp = t(
    'We told {buyer} that only you can end it. We will keep trying daily in case you reconnect.',
    { buyer },
  )
  const subject = t('Cancel a subscription in Stripe')
  const url = `${config.publicUrl}/sales/${orderId}`
  return {
    subject,
    text: [what, '', advice, '', followUp, '', t('View sale:'), url].join('\n'),
    body: {
      heading: subject,
      parts: [text(what), text(advice), text(followUp), button(t('View sale'), url)],
    },
  }
}
