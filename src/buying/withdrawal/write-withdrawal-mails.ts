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

/** Writes all mails to buyers and sellers about withdrawals. */
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

/** The shop whose page it was sent on; a shop found by the match would reveal purchases to a stranger. */
const receiptData = z.object({ sellerId: z.string().nullable().default(null) })

/** In the shop's name and with replies to it, if there is a shop. */
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

/** The acknowledgement of receipt, with the statement and its time. */
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

/** Notifies a seller, or the operator, of a statement and the next step. */
async function writeNotice({ db, config }: Context, row: Withdrawal): Promise<Message> {
  const { kind, name, email, statement, receivedAt, sellerId, purchaseId } = row
  const isWithdrawal = kind === 'withdrawal'
  const subject = `${isWithdrawal ? 'Withdrawal' : 'Cancellation'} by ${plainName(name)}`
  const time = longInstantText(receivedAt.getTime())
  const what = isWithdrawal
    ? `${plainName(name)} (${email}) has withdrawn from a contract. We received the statement on ${time}.`
    : `${plainName(name)} (${email}) has canceled a contract. We received the statement on ${time}.`
  const due = isWithdrawal
    ? `If the right of withdrawal applies, the refund is due by ${longDayText(refundDue(receivedAt).getTime())}.`
    : 'A cancellation refunds nothing.'
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
    subject,
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
    body: { heading: subject, parts },
    replyTo: email,
  }
}

const toOperator =
  ' The shop is not known. Find out who it is for, and reply. Then close it with “npm run admin -- close-statement” and its number.'

function cancellationNotice({ fits, endsOn, cause, sellerId }: Withdrawal, isWithBank: boolean): string {
  if (fits === 'number_and_email') {
    const when =
      endsOn === null
        ? isWithBank
          ? 'The subscription ends automatically with the period that has begun. A bank still has one of its payments.'
          : 'The subscription ends automatically with the paid period.'
        : cancellationTexts.waits(endsOn)
    return cause === null
      ? when
      : `${when} It is canceled for cause, so check whether you owe the buyer more than that.`
  }
  const said = {
    number: 'The number and email do not match, so nothing was canceled. We asked the buyer to confirm.',
    email:
      'No subscription number was given, so nothing was canceled. We asked the buyer which one they mean.',
    nothing: 'Neither the number nor the email matches a subscription, so nothing was canceled.',
  }[fits ?? 'nothing']
  return sellerId === null ? said + toOperator : `${said} Compare it with your sales, and reply to the buyer.`
}

/** The match and its consequences, for the purchases it covers and those it names. */
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
            'All or part of it came when there was no right of withdrawal, or no longer. That part waits for you under Withdrawals.',
          ]
        : []),
      ...(waiting.length < covered.length
        ? [
            'Everything that came in time and does not wait for you is refunded automatically, and its subscriptions end. We will let you know if a refund fails.',
          ]
        : []),
    ].join(' ')
  }
  if (fits === 'number') {
    return 'The number and email do not match, so nothing was refunded. We asked the buyer to confirm. You can also decide it yourself.'
  }
  if (fits === 'number_and_email') {
    return 'A bank did not complete the payment of the order, but its subscription has been charged since. Nothing was refunded, and nothing ends automatically. Cancel the subscription on its sale, and refund what is due there.'
  }
  const said =
    fits === 'email'
      ? 'No order number was given, and the email has recent purchases, so nothing was refunded. We asked the buyer which purchase they mean.'
      : 'Neither the number nor the email matches a purchase, so nothing was refunded.'
  return sellerId === null ? said + toOperator : `${said} Compare it with your sales, and reply to the buyer.`
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
          `Your policy is to review withdrawals first, so ${named(asked)} was not refunded and any subscription to it continues. Refund or refuse it under Withdrawals.`,
        ]),
    ...(unsure.length === 0
      ? []
      : [
          `${named(unsure)} waits for you. It was not refunded, and any subscription to it continues.`,
          ...new Set(
            unsure.flatMap(({ waitsBecause }) =>
              waitsBecause === null ? [] : [withdrawalTexts.waits[waitsBecause]],
            ),
          ),
          'Refund or refuse it under Withdrawals.',
        ]),
    ...(begun.length === 0
      ? []
      : [
          `${named(begun)} is a service the buyer asked you to start early, so it was not refunded yet. Any subscription to it has ended. Enter how much you performed under Withdrawals. The rest is refunded.`,
        ]),
  ].join(' ')
}

function writeStuck({ config }: Context, { name }: Withdrawal): Message {
  const what = `Stripe could not refund the withdrawal of ${plainName(name)}. No money was returned.`
  const todo = 'Try again under Withdrawals, or return the money another way.'
  const url = `${config.publicUrl}/sales/withdrawals`
  return {
    subject: 'A refund for a withdrawal failed',
    text: [what, todo, '', url].join('\n'),
    body: {
      heading: 'A refund failed',
      parts: [text(what), text(todo), button('See your withdrawals', url)],
    },
  }
}

function refusalOf({ kind, refusedFor }: Withdrawal): string {
  const why = refusedFor !== null && isRefusal(refusedFor) ? ` ${refusals[refusedFor]}` : ''
  return `${kind === 'withdrawal' ? withdrawalTexts.refused : withdrawalTexts.closed}${why}`
}

/** The answer to a statement that leads to no refund, or not yet. */
function writeAnswer({ kind, statement, receivedAt, id }: Withdrawal, answer: string): Message {
  const received = textsOf(kind).received(receivedAt.getTime())
  const said = plainName(statement)
  return {
    subject: `About your ${kind}`,
    text: [received, said, '', answer, '', `Statement ${id}.`].join('\n'),
    body: {
      heading: `About your ${kind}`,
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

/** "Was this you?", to the address a purchase was made with, with a link to withdraw from it. */
async function writeQuestion(
  { db, config }: Context,
  { kind, name, reference, receivedAt, purchases }: z.output<typeof question>,
  recipient: string,
): Promise<Message> {
  const said = `“${plainName(reference)}”, by ${plainName(name)}, on ${instantText(Date.parse(receivedAt))}`
  const found = await Promise.all(
    purchases.map(async ({ id, title }) => ({ title, purchase: await findPurchaseById(db, id) })),
  )
  // The address may have been corrected since, so purchases that now belong to another one are left out.
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
