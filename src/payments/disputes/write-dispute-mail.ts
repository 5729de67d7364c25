import type { Kysely } from 'kysely'
import { longDayText } from '#foundation/day-text.ts'
import type { Database } from '#foundation/db/schema.ts'
import { button, text } from '#foundation/mail/mail-body.ts'
import { plainName } from '#foundation/mail/plain-name.ts'
import type { Message } from '#foundation/mail/send-mails.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { reasonText, standingOf } from './dispute.ts'

/** Tells a seller that a buyer's bank disputes a payment, and until when they can answer. */
export async function writeDisputeMail(
  db: Kysely<Database>,
  publicUrl: string,
  disputeId: string,
): Promise<Message> {
  const found = await db
    .selectFrom('disputes')
    .innerJoin('purchases', 'purchases.id', 'disputes.purchaseId')
    .innerJoin('forms', 'forms.id', 'purchases.formId')
    .select(['disputes.status', 'disputes.reason', 'disputes.amount', 'disputes.currency'])
    .select(['disputes.evidenceDueAt', 'purchases.id', 'purchases.name', 'forms.title'])
    .where('disputes.id', '=', disputeId)
    .executeTakeFirstOrThrow()
  const amount = formatAmount(found.amount, found.currency)
  const { isOpen } = standingOf(found.status)
  const what = `The bank of ${plainName(found.name)} disputes ${amount} for “${plainName(found.title)}”. ${reasonText(found.reason)}`
  const due =
    isOpen && found.evidenceDueAt !== null
      ? `You can respond until ${longDayText(found.evidenceDueAt.getTime())}, in your Stripe dashboard under Disputes. Without a response, the money goes back to the buyer.`
      : 'See its status in your Stripe dashboard under Disputes.'
  const url = `${publicUrl}/sales/${found.id}`
  return {
    subject: `A payment of ${amount} is disputed`,
    text: [what, '', due, '', 'See the sale:', url].join('\n'),
    body: { heading: 'A payment is disputed', parts: [text(what), text(due), button('See the sale', url)] },
  }
}
