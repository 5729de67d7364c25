import { z } from 'zod'
import { fromShop } from '#buying/checkout/page/brand.ts'
import { rightOf } from '#buying/consumer-law/right.ts'
import { instantText, longDayText, longInstantText } from '#foundation/time/day-text.ts'
import { button, small, text, type MailPart } from '#foundation/mail/mail-body.ts'
import { plainName } from '#foundation/mail/plain-name.ts'
import type { Message, Writers } from '#foundation/mail/send-mails.ts'
import type { Services } from '#registry/services.ts'
import { findPurchaseById } from '#payments/purchases/records/find-purchase.ts'
import { mailAddressOf } from '#payments/purchases/purchase.ts'
import { purchaseUrl } from '#payments/purchases/records/purchase-url.ts'
import { cancellationTexts } from './cancellation/cancellation-texts.ts'
import { isRefusal } from './contract.ts'
import { receiptKey } from './statement/receive-statement.ts'
import { asksByPolicy, asksFirst, isOpen, waitsFor, refundDue } from './refund/parts.ts'
import { statementKinds } from './page-data.ts'
import { textsOf } from './statement/statement-kinds.ts'
import { keptText, promiseOf } from './refund/standing.ts'
import { findShop, findWithdrawal, listParts, type Part, type Withdrawal } from './store.ts'
import { strangeHour, writeCounted } from './statement/strange-statements.ts'
import { refusals, withdrawalTexts } from './texts.ts'
import { isOneWithBank } from './cancellation/process-cancellation.ts'

type Context = Pick<Services, 'db' | 'config'>

/** Writes all that buyers and sellers are told of withdrawals by mail. */
export function withdrawalWriters(context: Context): Writers {
  const about =
    (write: (context: Context, row: Withdrawal) => Message | Promise<Message>): Writers[string] =>
    async ({ data }) =>
      write(context, await rowOf(context, data))
  const answering = (answerOf: (row: Withdrawal) => string) =>
    about(async (_, row) => ofShop(context, row.sellerId, writeAnswer(row, answerOf(row))))
  return {
    withdrawal: async ({ data }) => {
      const { sellerId } = receiptData.parse(data)
      return ofShop(context, sellerId, await writeReceipt(context, await rowOf(context, data)))
    },
    withdrawal_notice: about(writeNotice),
    withdrawals_counted: ({ data }) => writeCounted(context, strangeHour.parse(data)),
    withdrawal_stuck: about(writeStuck),
    withdrawal_held: answering(() => withdrawalTexts.held),
    withdrawal_refused: answering(refusalOf),
    withdrawal_kept: about(async (_, row) => {
      const parts = await listParts(context.db, { withdrawalId: row.id })
      return ofShop(context, row.sellerId, writeAnswer(row, keptText(parts) ?? withdrawalTexts.moneyComing))
    }),
    withdrawal_question: async ({ data, recipient }) => {
      const asked = question.parse(data)
      return ofShop(context, asked.sellerId, await writeQuestion(context, asked, recipient))
    },
  }
}

/** Whose page it was sent on; what was found since would tell a stranger who has bought there. */
const receiptData = z.object({ sellerId: z.string().nullable().default(null) })

/** In the shop's name, with answers going to it, where there is one. */
async function ofShop({ db, config }: Context, sellerId: string | null, message: Message): Promise<Message> {
  const shop = sellerId === null ? undefined : await findShop(db, { sellerId })
  return shop === undefined
    ? message
    : fromShop(config, { ...shop, sellerName: plainName(shop.sellerName) }, message)
}

async function rowOf({ db }: Context, data: unknown): Promise<Withdrawal> {
  const { id } = z.object({ id: z.string() }).parse(data)
  const row = await findWithdrawal(db, id)
  if (row === undefined) throw new Error(`There is no withdrawal ${id}`)
  return row
}

/** The acknowledgement of receipt: the statement's content, and when it came. */
async function writeReceipt(
  { db, config }: Context,
  { id, kind, name, email, statement, receivedAt, matchedBy }: Withdrawal,
): Promise<Message> {
  const received = textsOf(kind).received(receivedAt.getTime())
  const heading = `We have received your ${kind}`
  const said = [`Statement: ${plainName(statement)}`, `Name: ${plainName(name)}`, `Email: ${email}`]
  const next =
    matchedBy === 'page' ? promiseOf(await listParts(db, { withdrawalId: id })) : textsOf(kind).next
  const url = `${config.publicUrl}/withdraw/received/${id}?key=${receiptKey(config.authSecret, id)}`
  return {
    subject: heading,
    text: [received, '', ...said, '', next, '', 'This confirmation as a page:', url].join('\n'),
    body: {
      heading,
      parts: [
        text(received),
        { kind: 'list', title: 'Your statement', items: said },
        text(next),
        button('View this confirmation', url),
        small(`Statement ${id}.`),
      ],
    },
  }
}

/** Tells a seller, or the operator, what was received and what there is to do about it. */
async function writeNotice({ db, config }: Context, row: Withdrawal): Promise<Message> {
  const { kind, name, email, statement, receivedAt, sellerId, purchaseId } = row
  const does = kind === 'withdrawal' ? 'withdraws from a contract' : 'cancels a contract'
  const what = `${plainName(name)} (${email}) ${does}, received on ${longInstantText(receivedAt.getTime())}.`
  const due =
    kind === 'cancellation'
      ? 'Nothing is refunded by it.'
      : `Where the right exists, the money has to go back by ${longDayText(refundDue(receivedAt).getTime())}.`
  const todo =
    kind === 'cancellation'
      ? cancellationNotice(row, await isOneWithBank(db, row.id))
      : noticeText(
          row,
          await listParts(db, { withdrawalId: row.id }),
          await listParts(db, { statedBy: row.id }),
        )
  const url = `${config.publicUrl}/sales/withdrawals`
  const parts: MailPart[] = [
    text(what),
    { kind: 'message', text: plainName(statement) },
    text(todo),
    text(due),
    ...(sellerId === null ? [small(`Statement ${row.id}.`)] : [button('See your withdrawals', url)]),
    ...(purchaseId === null ? [] : [small(`Purchase ${purchaseId}.`)]),
  ]
  return {
    subject: `A buyer ${does}`,
    text: [
      what,
      '',
      plainName(statement),
      '',
      todo,
      due,
      '',
      sellerId === null ? `Statement ${row.id}.` : url,
    ].join('\n'),
    body: { heading: `A buyer ${does}`, parts },
    replyTo: email,
  }
}

const toOperator =
  ' Its shop is not known: find out whom it is for, and answer. When that is done, close it with “npm run admin -- close-statement” and its number.'

function cancellationNotice({ fits, endsOn, cause, sellerId }: Withdrawal, isWithBank: boolean): string {
  if (fits === 'number_and_email') {
    const when =
      endsOn === null
        ? isWithBank
          ? 'The subscription ends automatically with the period that has begun. A bank still has a payment of it.'
          : 'The subscription ends automatically with the period that is paid for.'
        : cancellationTexts.waits(endsOn)
    return cause === null
      ? when
      : `${when} It is canceled for cause: see whether you owe the buyer more than that.`
  }
  const said = {
    number:
      'The number and the email do not belong together, so nothing was canceled. The buyer was asked whether it was them.',
    email:
      'It names no number of a subscription, so nothing was canceled. The buyer was asked which one is meant.',
    nothing: 'Neither a number nor the email fits a subscription, so nothing was canceled.',
  }[fits ?? 'nothing']
  return sellerId === null ? said + toOperator : `${said} Compare it with your sales, and answer the buyer.`
}

/** What fits and what comes of it: of what it covers, and of what it is about. */
function noticeText(row: Withdrawal, covered: readonly Part[], stated: readonly Part[]): string {
  const { fits, confirmedAt, sellerId } = row
  if (confirmedAt !== null) {
    const waiting = covered.filter((part) => waitsFor(row, part))
    return [
      ...(waiting.length > 0 ? [waitingText(waiting)] : []),
      ...(stated.some((part) => isOpen(part) && rightOf(part).kind === 'none')
        ? [withdrawalTexts.noRightKnown]
        : []),
      ...(stated.some(isOpen)
        ? [
            'It, or a part of it, came when there was no right of withdrawal, or no longer: that waits for you in your withdrawals.',
          ]
        : []),
      ...(waiting.length < covered.length
        ? [
            'Everything that came in time and does not wait for you is refunded automatically, and any subscription among it ends. We tell you if a refund cannot be made.',
          ]
        : []),
    ].join(' ')
  }
  if (fits === 'number') {
    return 'The number and the email do not belong together, so nothing was refunded. The buyer was asked whether it was them; you can also decide it yourself.'
  }
  if (fits === 'number_and_email') {
    return 'A bank did not carry out what the order cost, but its subscription was charged since. Nothing was refunded, and nothing ends by itself: cancel the subscription on its sale, and refund there what is to go back.'
  }
  const said =
    fits === 'email'
      ? 'It names no order number, and the email has bought lately, so nothing was refunded. The buyer was asked which purchase is meant.'
      : 'Neither a number nor the email fits a purchase, so nothing was refunded.'
  return sellerId === null ? said + toOperator : `${said} Compare it with your sales, and answer the buyer.`
}

function waitingText(waiting: readonly Part[]): string {
  const named = (parts: readonly Part[]) =>
    [...new Set(parts.map(({ title }) => `“${plainName(title)}”`))].join(', ')
  const asked = waiting.filter(asksByPolicy)
  const unsure = waiting.filter((part) => !asksByPolicy(part) && part.waitsBecause !== null)
  const begun = waiting.filter((part) => !asksFirst(part))
  return [
    ...(asked.length === 0
      ? []
      : [
          `Your policy is to look at withdrawals first: ${named(asked)} was not refunded, and a subscription to it goes on. Refund or refuse it in your withdrawals.`,
        ]),
    ...(unsure.length === 0
      ? []
      : [
          `${named(unsure)} was not refunded, and a subscription to it goes on: it waits for you.`,
          ...new Set(
            unsure.flatMap(({ waitsBecause }) =>
              waitsBecause === null ? [] : [withdrawalTexts.waits[waitsBecause]],
            ),
          ),
          'Refund or refuse it in your withdrawals.',
        ]),
    ...(begun.length === 0
      ? []
      : [
          `${named(begun)} is a service that the buyer asked to begin at once, so it was not refunded yet; a subscription to it has ended. Say in your withdrawals how much of it was performed: the rest goes back.`,
        ]),
  ].join(' ')
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

function refusalOf({ kind, refusedFor }: Withdrawal): string {
  const why = refusedFor !== null && isRefusal(refusedFor) ? ` ${refusals[refusedFor]}` : ''
  return `${kind === 'withdrawal' ? withdrawalTexts.refused : withdrawalTexts.closed}${why}`
}

/** The answer to a statement whose money does not go back, or not now. */
function writeAnswer({ kind, statement, receivedAt, id }: Withdrawal, answer: string): Message {
  const received = textsOf(kind).received(receivedAt.getTime())
  const said = plainName(statement)
  return {
    subject: `An answer to your ${kind}`,
    text: [received, said, '', answer, '', `Statement ${id}.`].join('\n'),
    body: {
      heading: `An answer to your ${kind}`,
      parts: [text(received), { kind: 'message', text: said }, text(answer), small(`Statement ${id}.`)],
    },
  }
}

const question = z.object({
  kind: z.enum(statementKinds).default('withdrawal'),
  sellerId: z.string().nullable().default(null),
  name: z.string(),
  reference: z.string(),
  receivedAt: z.string(),
  purchases: z.array(z.object({ id: z.string(), title: z.string() })),
})

/** "Was this you?", to the address that a purchase was made with, with the way to withdraw from it. */
async function writeQuestion(
  { db, config }: Context,
  { kind, name, reference, receivedAt, purchases }: z.output<typeof question>,
  recipient: string,
): Promise<Message> {
  const said = `“${plainName(reference)}”, by ${plainName(name)}, on ${instantText(Date.parse(receivedAt))}`
  const found = await Promise.all(
    purchases.map(async ({ id, title }) => ({ title, purchase: await findPurchaseById(db, id) })),
  )
  // An address may have been corrected since it was asked: what is another's by now is not named.
  const links = found.flatMap(({ title, purchase }) =>
    purchase === undefined || mailAddressOf(purchase).toLowerCase() !== recipient.toLowerCase()
      ? []
      : [
          {
            label: plainName(title),
            url: purchaseUrl(config, purchase, kind === 'withdrawal' ? '/withdraw' : ''),
          },
        ],
  )
  const { wasThisYou, wasThisYouElse, confirmOwn } = textsOf(kind)
  return {
    subject:
      kind === 'withdrawal' ? 'Did you withdraw from your purchase?' : 'Did you cancel your subscription?',
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
