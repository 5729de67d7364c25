import type { Kysely } from 'kysely'
import { longDayText } from '#foundation/time/day-text.ts'
import type { Database } from '#foundation/db/schema.ts'
import { button, text } from '#foundation/mail/mail-body.ts'
import { plainName } from '#foundation/mail/plain-name.ts'
import type { Message } from '#foundation/mail/send-mails.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { boughtTitle } from '#payments/purchases/records/purchase-columns.ts'
import { isInquiry, reasonText, standingOf } from './dispute.ts'

/** The mail to a seller about a dispute or an inquiry, with the deadline for an answer. */
export async function writeDisputeMail(
  db: Kysely<Database>,
  publicUrl: string,
  disputeId: string,
): Promise<Message> {
  const found = await db
    .selectFrom('disputes')
    .innerJoin('purchasesView as purchases', 'purchases.id', 'disputes.purchaseId')
    .innerJoin('formsView as forms', 'forms.id', 'purchases.formId')
    .select(['disputes.status', 'disputes.reason', 'disputes.amount', 'disputes.currency'])
    .select(['disputes.evidenceDueAt', 'purchases.id', 'purchases.name', boughtTitle.as('title')])
    .where('disputes.id', '=', disputeId)
    .executeTakeFirstOrThrow()
  const amount = formatAmount(found.amount, found.currency)
  const { isOpen } = standingOf(found.status)
  const asks = isInquiry(found.status)
  const about = `${amount} for “${plainName(found.title)}”`
  const does = asks ? `is asking about ${about}. No money was taken` : `is disputing ${about}`
  const what = `${plainName(found.name)}’s bank ${does}. ${reasonText(found.reason)}`
  const otherwise = asks
    ? 'You can also refund the payment. If you do neither, the bank may reverse it.'
    : 'If you do not respond, the buyer gets the money.'
  const due =
    isOpen && found.evidenceDueAt !== null
      ? `You can respond until ${longDayText(found.evidenceDueAt.getTime())}, on the sale’s page or in your Stripe dashboard. ${otherwise}`
      : 'You can follow it in your Stripe dashboard under Disputes.'
  const url = `${publicUrl}/sales/${found.id}`
  return {
    subject: asks ? `Bank inquiry: ${amount}` : `Dispute: ${amount}`,
    text: [what, '', due, '', 'See the sale:', url].join('\n'),
    body: {
      heading: asks ? 'A bank is asking about a payment' : 'A payment is disputed',
      parts: [text(what), text(due), button('See the sale', url)],
    },
  }
}
