import type { Kysely } from 'kysely'
import { t } from '#foundation/language/t.ts'
import { dayText } from '#foundation/time/day-text.ts'
import type { Database } from '#foundation/db/schema.ts'
import { button, text } from '#foundation/mail/mail-body.ts'
import { plainName } from '#foundation/mail/plain-name.ts'
import type { Message } from '#foundation/mail/send-mails.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { boughtTitle } from '#payments/purchases/records/purchase-columns.ts'
import { isInquiry, reasonText, standingOf } from './dispute.ts'

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
  const [buyer, title] = [plainName(found.name), plainName(found.title)]
  const begun = asks
    ? t('{buyer}’s bank is asking about {amount} for “{title}”. No money was taken.', {
        buyer,
        amount,
        title,
      })
    : t('{buyer}’s bank is disputing {amount} for “{title}”.', { buyer, amount, title })
  const what = `${begun} ${reasonText(found.reason)}`
  const due =
    isOpen && found.evidenceDueAt !== null
      ? dueText(dayText(found.evidenceDueAt.getTime()), asks)
      : t('You can follow it in your Stripe dashboard under Disputes.')
  const url = `${publicUrl}/sales/${found.id}`
  return {
    subject: asks ? t('Bank inquiry: {amount}', { amount }) : t('Dispute: {amount}', { amount }),
    text: [what, '', due, '', t('View sale:'), url].join('\n'),
    body: {
      heading: asks ? t('A bank is asking about a payment') : t('A payment is disputed'),
      parts: [text(what), text(due), button(t('View sale'), url)],
    },
  }
}

function dueText(day: string, asks: boolean): string {
  return asks
    ? t(
        'You can respond until {day}, on the sale’s page or in your Stripe dashboard. You can also refund the payment. If you do neither, the bank may reverse it.',
        { day },
      )
    : t(
        'You can respond until {day}, on the sale’s page or in your Stripe dashboard. If you do not respond, the buyer gets the money.',
        { day },
      )
}
