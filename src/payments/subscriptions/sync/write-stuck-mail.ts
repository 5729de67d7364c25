import { z } from 'zod'
import { longDayText } from '#foundation/time/day-text.ts'
import { button, text } from '#foundation/mail/mail-body.ts'
import { plainName } from '#foundation/mail/plain-name.ts'
import type { Message } from '#foundation/mail/send-mails.ts'
import type { Services } from '#registry/services.ts'
import { findPurchaseById } from '#payments/purchases/records/find-purchase.ts'
import { findByOrder } from '../store.ts'

const mailData = z.object({ orderId: z.string(), canceledAt: z.string() })

/** Tells a seller that they alone can end a subscription that was canceled: their account is no longer connected. */
export async function writeStuckMail(
  { db, config }: Pick<Services, 'db' | 'config'>,
  data: unknown,
): Promise<Message> {
  const { orderId, canceledAt } = mailData.parse(data)
  const [order, row] = await Promise.all([findPurchaseById(db, orderId), findByOrder(db, orderId)])
  if (order === undefined || row === undefined) throw new Error(`There is no subscription of ${orderId}`)
  const [buyer, title] = [plainName(order.name), plainName(row.title)]
  const what = `The subscription of ${buyer} to “${title}” was canceled on ${longDayText(Date.parse(canceledAt))}. We cannot end it, because your Stripe account is no longer connected to us.`
  const advice = `Until you end it in your Stripe dashboard, Stripe may go on charging ${buyer} for you. There it is the subscription ${row.stripeSubscriptionId ?? `of the purchase ${orderId}`}.`
  const told = `We have told ${buyer} that only you can end it. We try once a day, should your account be connected again.`
  const url = `${config.publicUrl}/sales/${orderId}`
  return {
    subject: 'Please end a canceled subscription at Stripe',
    text: [what, '', advice, '', told, '', 'See the sale:', url].join('\n'),
    body: {
      heading: 'Please end a canceled subscription at Stripe',
      parts: [text(what), text(advice), text(told), button('See the sale', url)],
    },
  }
}
