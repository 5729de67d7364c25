import { languageName } from '#foundation/language/language-name.ts'
import { msg, say, t } from '#foundation/language/t.ts'
import { button, small, text, type MailPart } from '#foundation/mail/mail-body.ts'
import { plainName } from '#foundation/mail/plain-name.ts'
import type { Message } from '#foundation/mail/send-mails.ts'
import { dayText, instantText } from '#foundation/time/day-text.ts'
import type { Services } from '#registry/services.ts'
import { cancellationTexts } from './cancellation/cancellation-texts.ts'
import { isOneWithBank } from './cancellation/process-cancellation.ts'
import { refundDue } from './refund/parts.ts'
import type { Withdrawal } from './store.ts'

/**
 * Notifies a seller, or the operator, of a cancellation, or of a withdrawal from no known purchase. Members hear of
 * others from their purchase's history.
 */
export async function writeNotice(
  { db, config }: Pick<Services, 'db' | 'config'>,
  row: Withdrawal,
): Promise<Message> {
  const { kind, name, email, statement, language, receivedAt, sellerId, purchaseId } = row
  const isWithdrawal = kind === 'withdrawal'
  const buyer = plainName(name)
  const subject = isWithdrawal
    ? t('Withdrawal by {buyer}', { buyer })
    : t('Cancellation by {buyer}', { buyer })
  const time = instantText(receivedAt.getTime())
  const what = isWithdrawal
    ? t('{buyer} ({email}) has withdrawn from a contract. We received the statement on {time}.', {
        buyer,
        email,
        time,
      })
    : t('{buyer} ({email}) has canceled a contract. We received the statement on {time}.', {
        buyer,
        email,
        time,
      })
  const due = isWithdrawal
    ? t('If the right of withdrawal applies, the refund is due by {day}.', {
        day: dayText(refundDue(receivedAt).getTime()),
      })
    : t('A cancellation refunds nothing.')
  const todo = isWithdrawal ? withdrawalNotice(row) : cancellationNotice(row, await isOneWithBank(db, row.id))
  const url = `${config.publicUrl}/sales/withdrawals`
  const number = t('Statement {id}.', { id: row.id })
  const foreign =
    language === 'en' ? [] : [t('It is written in {language}:', { language: languageName(language, 'en') })]
  const parts: MailPart[] = [
    text([what, ...foreign].join(' ')),
    { kind: 'message', text: plainName(statement) },
    text(todo),
    text(due),
    ...(sellerId === null ? [small(number)] : [button(t('See your withdrawals'), url)]),
    ...(purchaseId === null ? [] : [small(t('Purchase {purchaseId}.', { purchaseId }))]),
  ]
  return {
    subject,
    text: [
      [what, ...foreign].join(' '),
      '',
      plainName(statement),
      '',
      todo,
      due,
      '',
      sellerId === null ? number : url,
    ].join('\n'),
    body: { heading: subject, parts },
    replyTo: email,
  }
}

/** Notifies a seller of a refund that Stripe could not make. */
export function writeStuck({ config }: Pick<Services, 'config'>, { name }: Withdrawal): Message {
  const what = t('Stripe could not refund the withdrawal of {buyer}. No money was returned.', {
    buyer: plainName(name),
  })
  const todo = t('Try again under Withdrawals, or return the money another way.')
  const url = `${config.publicUrl}/sales/withdrawals`
  return {
    subject: t('A refund for a withdrawal failed'),
    text: [what, todo, '', url].join('\n'),
    body: {
      heading: t('A refund failed'),
      parts: [text(what), text(todo), button(t('See your withdrawals'), url)],
    },
  }
}

const unconfirmed = {
  cancellation: {
    number: msg('The number and email do not match, so nothing was canceled. We asked the buyer to confirm.'),
    email: msg(
      'No subscription number was given, so nothing was canceled. We asked the buyer which one they mean.',
    ),
    nothing: msg('Neither the number nor the email matches a subscription, so nothing was canceled.'),
  },
  withdrawal: {
    email: msg(
      'No order number was given, and the email has recent purchases, so nothing was refunded. We asked the buyer which purchase they mean.',
    ),
    nothing: msg('Neither the number nor the email matches a purchase, so nothing was refunded.'),
  },
} as const

/** What happened, and the next step for the seller, or for the operator if the shop is unknown. */
function withReply(happened: string, sellerId: string | null): string {
  const todo =
    sellerId === null
      ? t(
          'The shop is not known. Find out who it is for, and reply. Then close it with “npm run admin -- close-statement” and its number.',
        )
      : t('Compare it with your sales, and reply to the buyer.')
  return `${happened} ${todo}`
}

function withdrawalNotice({ fits, sellerId }: Withdrawal): string {
  return withReply(say(unconfirmed.withdrawal[fits === 'email' ? fits : 'nothing']), sellerId)
}

function cancellationNotice({ fits, endsOn, cause, sellerId }: Withdrawal, isWithBank: boolean): string {
  if (fits !== 'number_and_email')
    return withReply(say(unconfirmed.cancellation[fits ?? 'nothing']), sellerId)
  const when =
    endsOn !== null
      ? cancellationTexts.waits(endsOn)
      : isWithBank
        ? t(
            'The subscription ends automatically with the period that has begun. A bank still has one of its payments.',
          )
        : t('The subscription ends automatically with the paid period.')
  return cause === null
    ? when
    : `${when} ${t('It is canceled for cause, so check whether you owe the buyer more than that.')}`
}
