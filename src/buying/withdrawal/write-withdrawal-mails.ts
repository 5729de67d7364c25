import { z } from 'zod'
import { instantText, longDayText } from '#foundation/day-text.ts'
import { button, small, text, type MailPart } from '#foundation/mail/mail-body.ts'
import { plainName } from '#foundation/mail/plain-name.ts'
import type { Message, Writers } from '#foundation/mail/send-mails.ts'
import type { Services } from '#foundation/services.ts'
import { purchaseSecret } from '#payments/purchases/purchase-secret.ts'
import { isRefusal } from './contract.ts'
import { waitsForSeller } from './parts.ts'
import { refundDue } from './period.ts'
import { receiptKey } from './receive-statement.ts'
import { findWithdrawal, listParts, type Withdrawal } from './store.ts'
import { refusals, withdrawalTexts } from './texts.ts'

type Context = Pick<Services, 'db' | 'config'>

/** Writes all that buyers and sellers are told of withdrawals by mail. */
export function withdrawalWriters(context: Context): Writers {
  const about =
    (write: (context: Context, row: Withdrawal) => Message | Promise<Message>): Writers[string] =>
    async ({ data }) =>
      write(context, await rowOf(context, data))
  return {
    withdrawal: about(writeReceipt),
    withdrawal_notice: about(writeNotice),
    withdrawal_stuck: about(writeStuck),
    withdrawal_held: about((_, row) => writeAnswer(row, withdrawalTexts.held)),
    withdrawal_refused: about((_, row) => writeAnswer(row, refusalOf(row))),
    withdrawal_question: async ({ data }) => writeQuestion(context, data),
  }
}

async function rowOf({ db }: Context, data: unknown): Promise<Withdrawal> {
  const { id } = z.object({ id: z.string() }).parse(data)
  const row = await findWithdrawal(db, id)
  if (row === undefined) throw new Error(`There is no withdrawal ${id}`)
  return row
}

/** The acknowledgement of receipt: the statement's content, and when it came. */
async function writeReceipt({ db, config }: Context, row: Withdrawal): Promise<Message> {
  const { id, name, email, statement, receivedAt, matchedBy } = row
  const received = withdrawalTexts.received(receivedAt.getTime())
  const said = [
    `Statement: ${plainName(statement)}`,
    `Name: ${plainName(name)}`,
    `Email: ${plainName(email)}`,
  ]
  const { moneyBack, sellerFirst, next: nextOfAny } = withdrawalTexts
  const next = matchedBy !== 'page' ? nextOfAny : (await isForSeller(db, id)) ? sellerFirst : moneyBack
  const url = `${config.publicUrl}/withdraw/received/${id}?key=${receiptKey(config.authSecret, id)}`
  return {
    subject: 'We have received your withdrawal',
    text: [received, '', ...said, '', next, '', 'This confirmation as a page:', url].join('\n'),
    body: {
      heading: 'We have received your withdrawal',
      parts: [
        text(received),
        { kind: 'list', title: 'Your statement', items: said },
        text(next),
        button('View this confirmation', url),
        small(`Withdrawal ${id}.`),
      ],
    },
  }
}

/** Whether what it covers waits until the seller has looked at it. */
async function isForSeller(db: Context['db'], withdrawalId: string): Promise<boolean> {
  return waitsForSeller(await listParts(db, { withdrawalId }))
}

/** Tells a seller, or the operator, what was received and what there is to do about it. */
async function writeNotice({ db, config }: Context, row: Withdrawal): Promise<Message> {
  const { name, email, statement, receivedAt, sellerId, purchaseId } = row
  const what = `${plainName(name)} (${plainName(email)}) withdraws from a contract, received on ${instantText(receivedAt.getTime())}.`
  const due = `Where the right exists, the money has to go back by ${longDayText(refundDue(receivedAt).getTime())}.`
  const todo =
    sellerId === null
      ? 'The statement names no shop and fits no purchase. Find out whom it is for, and answer.'
      : (await isForSeller(db, row.id))
        ? decideYourself
        : noticeText(row)
  const url = `${config.publicUrl}/sales/withdrawals`
  const parts: MailPart[] = [
    text(what),
    { kind: 'message', text: plainName(statement) },
    text(todo),
    text(due),
    ...(sellerId === null ? [] : [button('See your withdrawals', url)]),
    ...(purchaseId === null ? [] : [small(`Purchase ${purchaseId}.`)]),
  ]
  return {
    subject: 'A buyer withdraws from a contract',
    text: [what, '', plainName(statement), '', todo, due, ...(sellerId === null ? [] : ['', url])].join('\n'),
    body: { heading: 'A buyer withdraws from a contract', parts },
    replyTo: email,
  }
}

const decideYourself =
  'Your policy is to look at each withdrawal first: nothing has been refunded, and a subscription goes on. Refund or refuse it in your withdrawals.'

function noticeText({ confirmedAt, purchaseId }: Withdrawal): string {
  if (confirmedAt !== null) {
    return 'What was withdrawn from in time is refunded without your doing, and a subscription has ended. Anything that remains open waits for you in your withdrawals.'
  }
  return purchaseId === null
    ? 'No purchase fits by number and email, so nothing was refunded. Compare it with your sales, and answer the buyer.'
    : 'The number and the email do not belong together, so nothing was refunded. The buyer was asked whether it was them; you can also decide it yourself.'
}

function writeStuck({ config }: Context, { name }: Withdrawal): Message {
  const what = `The card provider did not make the refund for the withdrawal of ${plainName(name)}. No money has gone back.`
  const todo = 'Try again in your withdrawals, or return the money another way.'
  const url = `${config.publicUrl}/sales/withdrawals`
  return {
    subject: 'A refund for a withdrawal was not made',
    text: [what, todo, '', url].join('\n'),
    body: {
      heading: 'A refund was not made',
      parts: [text(what), text(todo), button('See your withdrawals', url)],
    },
  }
}

function refusalOf({ refusedFor }: Withdrawal): string {
  const why = refusedFor !== null && isRefusal(refusedFor) ? ` ${refusals[refusedFor]}` : ''
  return `${withdrawalTexts.refused}${why}`
}

/** The answer to a statement whose money does not go back, or not now. */
function writeAnswer({ statement, receivedAt, id }: Withdrawal, answer: string): Message {
  const received = withdrawalTexts.received(receivedAt.getTime())
  const said = plainName(statement)
  return {
    subject: 'An answer to your withdrawal',
    text: [received, said, '', answer, '', `Withdrawal ${id}.`].join('\n'),
    body: {
      heading: 'An answer to your withdrawal',
      parts: [text(received), { kind: 'message', text: said }, text(answer), small(`Withdrawal ${id}.`)],
    },
  }
}

const question = z.object({
  name: z.string(),
  reference: z.string(),
  receivedAt: z.string(),
  purchases: z.array(z.object({ id: z.string(), title: z.string() })),
})

/** "Was this you?", to the address that a purchase was made with, with the way to withdraw from it. */
function writeQuestion({ config: { publicUrl, authSecret } }: Context, data: unknown): Message {
  const { name, reference, receivedAt, purchases } = question.parse(data)
  const said = `“${plainName(reference)}”, by ${plainName(name)}, on ${instantText(Date.parse(receivedAt))}`
  const links = purchases.map(({ id, title }) => ({
    label: plainName(title),
    url: `${publicUrl}/purchases/${id}/withdraw?key=${purchaseSecret(authSecret, id)}`,
  }))
  const { wasThisYou, wasThisYouElse, confirmOwn } = withdrawalTexts
  return {
    subject: 'Did you withdraw from your purchase?',
    text: [
      wasThisYou,
      said,
      '',
      confirmOwn,
      ...links.map(({ label, url }) => `${label}: ${url}`),
      '',
      wasThisYouElse,
    ].join('\n'),
    body: {
      heading: 'Was this you?',
      parts: [
        text(wasThisYou),
        { kind: 'message', text: said },
        text(confirmOwn),
        { kind: 'links', links },
        small(wasThisYouElse),
      ],
    },
  }
}
