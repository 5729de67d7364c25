import { z } from 'zod'
import { longDayText } from '#foundation/time/day-text.ts'
import { button, text } from '#foundation/mail/mail-body.ts'
import { plainName } from '#foundation/mail/plain-name.ts'
import type { Message } from '#foundation/mail/send-mails.ts'
import type { Services } from '#registry/services.ts'
import { findPurchaseById } from '#payments/purchases/records/find-purchase.ts'
import { findByOrder } from '../store.ts'

const mailData = z.object({ orderId: z.string(), canceledAt: z.string() })

/** The mail to a seller who alone can end a canceled subscription, because the account is no longer connected. */
export async function writeStuckMail(
  { db, config }: Pick<Services, 'db' | 'config'>,
  data: unknown,
): Promise<Message> {
  const { orderId, canceledAt } = mailData.parse(data)
  const [order, row] = await Promise.all([findPurchaseById(db, orderId), findByOrder(db, orderId)])
  if (order === undefined || row === undefined) throw new Error(`There is no subscription of ${orderId}`)
  const [buyer, title] = [plainName(order.name), plainName(row.title)]
  const what = `${buyer}’s subscription to “${title}” was canceled on ${longDayText(Date.parse(canceledAt))}. We cannot end it because your Stripe account is no longer connected.`
  const advice = `Stripe may keep charging ${buyer} until you cancel it in your Stripe dashboard. There it is the subscription ${row.stripeSubscriptionId ?? `of the purchase ${orderId}`}.`
  const followUp = `We told ${buyer} that only you can end it. We will keep trying daily in case you reconnect.`
  const url = `${config.publicUrl}/sales/${orderId}`
  return {
    subject: 'Cancel a subscription in Stripe',
    text: [what, '', advice, '', followUp, '', 'See the sale:', url].join('\n'),
    body: {
      heading: 'Cancel a subscription in Stripe',
      parts: [text(what), text(advice), text(followUp), button('See the sale', url)],
    },
  }
}
