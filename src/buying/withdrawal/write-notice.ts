import { findOwner } from '#accounts/people/read-people.ts'
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
 * Notifies a seller or the operator of a cancellation, or of a withdrawal without a known purchase. Members
 * are notified of others through the purchase's history.
 */
export async function writeNotice(
  { db, config }: Pick<Services, 'db' | 'config'>,
  row: Withdrawal,
): Promise<Message> {
  const { kind, name, email, statement, language, receivedAt, sellerId, purchaseId } = row
  const isWithdrawal = kind === 'withdrawal'
  const reader = await readerOf(db, sellerId)
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
  const todo = isWithdrawal
    ? withdrawalNotice(row, reader)
    : cancellationNotice(row, reader, await isOneWithBank(db, row.id))
  const url = `${config.publicUrl}/sales/withdrawals`
  const number = t('Statement {id}.', { id: row.id })
  const foreign =
    language === 'en' ? [] : [t('It is written in {language}:', { language: languageName(language, 'en') })]
  const parts: MailPart[] = [
    text([what, ...foreign].join(' ')),
    { kind: 'message', text: plainName(statement) },
    text(todo),
    text(due),
    ...(reader !== 'seller' ? [small(number)] : [button(t('See your withdrawals'), url)]),
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
      reader !== 'seller' ? number : url,
    ].join('\n'),
    body: { heading: subject, parts },
    replyTo: email,
  }
}

/** The reader of a notice: a shop's owner, or the operator if no shop is known or it has closed. */
type Reader = 'seller' | 'operator' | 'operator_of_closed_shop'

async function readerOf(db: Services['db'], sellerId: string | null): Promise<Reader> {
  if (sellerId === null) return 'operator'
  return (await findOwner(db, sellerId)) === undefined ? 'operator_of_closed_shop' : 'seller'
}

/** Reminds the operator of a refund that a closed shop owes. */
export function writeDue({ id, name, receivedAt, purchaseId }: Withdrawal): Message {
  const what = t('The refund for the withdrawal of {buyer} is due by {day}.', {
    buyer: plainName(name),
    day: dayText(refundDue(receivedAt).getTime()),
  })
  const todo = ofClosedShop()
  const numbers = [
    t('Statement {id}.', { id }),
    ...(purchaseId === null ? [] : [t('Purchase {purchaseId}.', { purchaseId })]),
  ]
  const heading = t('A refund is due soon')
  return {
    subject: heading,
    text: [what, todo, '', ...numbers].join('\n'),
    body: { heading, parts: [text(what), text(todo), ...numbers.map((line) => small(line))] },
  }
}

/** Notifies a seller, or the operator for a closed shop, of a refund that Stripe could not make. */
export async function writeStuck(
  { db, config }: Pick<Services, 'db' | 'config'>,
  { id, name, sellerId }: Withdrawal,
): Promise<Message> {
  const what = t('Stripe could not refund the withdrawal of {buyer}. No money was returned.', {
    buyer: plainName(name),
  })
  const isSellers = (await readerOf(db, sellerId)) === 'seller'
  const todo = isSellers ? t('Try again under Withdrawals, or return the money another way.') : ofClosedShop()
  const url = `${config.publicUrl}/sales/withdrawals`
  const number = t('Statement {id}.', { id })
  return {
    subject: t('A refund for a withdrawal failed'),
    text: [what, todo, '', isSellers ? url : number].join('\n'),
    body: {
      heading: t('A refund failed'),
      parts: [text(what), text(todo), isSellers ? button(t('See your withdrawals'), url) : small(number)],
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

/** Describes what happened and the reader's next step. */
function withReply(happened: string, reader: Reader): string {
  switch (reader) {
    case 'seller':
      return `${happened} ${t('Compare it with your sales, and reply to the buyer.')}`
    case 'operator':
      return `${happened} ${t(
        'The shop is not known. Find out who it is for, and reply. Then close it with “npm run admin -- close-statement” and its number.',
      )}`
    case 'operator_of_closed_shop':
      return `${happened} ${ofClosedShop()}`
  }
}

function ofClosedShop(): string {
  return t(
    'The shop has closed its account, so you get this instead. As long as “npm run admin -- list-statements” lists it, nothing settles it: reply to the buyer, then close it with “npm run admin -- close-statement”, its number and a reason.',
  )
}

function withdrawalNotice({ fits, confirmedAt }: Withdrawal, reader: Reader): string {
  if (confirmedAt === null && fits !== 'number')
    return withReply(say(unconfirmed.withdrawal[fits === 'email' ? fits : 'nothing']), reader)
  if (reader !== 'seller') return ofClosedShop()
  return t(
    'There was already a statement about each of these purchases. See Withdrawals for whether this one needs your decision.',
  )
}

function cancellationNotice(
  { fits, endsOn, cause }: Withdrawal,
  reader: Reader,
  isWithBank: boolean,
): string {
  if (fits !== 'number_and_email') return withReply(say(unconfirmed.cancellation[fits ?? 'nothing']), reader)
  const when =
    endsOn !== null
      ? cancellationTexts.waits(endsOn)
      : isWithBank
        ? t(
            'The subscription ends automatically with the period that has begun. A bank is still processing one of its payments.',
          )
        : t('The subscription ends automatically with the paid period.')
  return cause === null
    ? when
    : `${when} ${t('It was canceled for cause, so check whether you owe the buyer anything else.')}`
}
