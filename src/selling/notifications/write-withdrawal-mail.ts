import type { Kysely } from 'kysely'
import { describeWithdrawal } from '#buying/withdrawal/statement/describe-withdrawals.ts'
import { t } from '#foundation/language/t.ts'
import type { Database } from '#foundation/db/schema.ts'
import { button, text, type MailPart } from '#foundation/mail/mail-body.ts'
import { plainName } from '#foundation/mail/plain-name.ts'
import type { Message } from '#foundation/mail/send-mails.ts'
import { formatPrice } from '#foundation/money/amount.ts'
import { dayText } from '#foundation/time/day-text.ts'
import { explain } from '#selling/sales/withdrawal-advice.ts'
import type { SaleNotification } from './store.ts'

/** Names the buyer, the purchase and what to do now, which may have changed since the notification. */
export async function writeWithdrawalMail(
  db: Kysely<Database>,
  publicUrl: string,
  { purchaseId, subject, buyer, formTitle, amount: minor, currency, outcome, at }: SaleNotification,
): Promise<Message> {
  const found = subject === null ? undefined : await describeWithdrawal(db, subject)
  const [name, form] = [plainName(found?.name ?? buyer), plainName(formTitle)]
  const amount = formatPrice(minor, currency)
  const day = dayText(at.getTime())
  const what = t('{name} withdrew from “{form}” ({amount}) on {day}.', {
    name,
    form,
    amount,
    day: found === undefined ? day : dayText(Date.parse(found.receivedAt)),
  })
  const bought =
    found === undefined || found.paidAt === null
      ? []
      : [t('Bought on {day}.', { day: dayText(Date.parse(found.paidAt)) })]
  const advice = found === undefined ? [] : [explain({ ...found, name })]
  // On a purchase's page, buyers withdraw without writing anything.
  const said = found === undefined || found.fits === null ? [] : [plainName(found.reference)]
  const title =
    outcome === 'due' ? t('Refund due soon: {amount}', { amount }) : t('Withdrawal: {amount}', { amount })
  const url = `${publicUrl}/sales/${purchaseId}`
  const label = t('View sale')
  const lead = [what, ...bought].join(' ')
  const parts: MailPart[] = [
    text(lead),
    ...said.map((words) => ({ kind: 'message' as const, text: words })),
    ...advice.map(text),
    button(label, url),
  ]
  return {
    subject: title,
    text: [lead, ...said, ...advice]
      .flatMap((line) => [line, ''])
      .concat(`${label}:`, url)
      .join('\n'),
    body: { heading: title, parts },
    ...(found === undefined || found.email === '' ? {} : { replyTo: found.email }),
  }
}
