import { z } from 'zod'
import { fromShop } from '#buying/checkout/page/brand.ts'
import { say, t } from '#foundation/language/t.ts'
import { instantText } from '#foundation/time/day-text.ts'
import { button, small, text } from '#foundation/mail/mail-body.ts'
import { plainName } from '#foundation/mail/plain-name.ts'
import type { Message, Writers } from '#foundation/mail/send-mails.ts'
import type { Services } from '#registry/services.ts'
import { findPurchaseById } from '#payments/purchases/records/find-purchase.ts'
import { mailAddressOf } from '#payments/purchases/purchase.ts'
import { purchaseUrl } from '#payments/purchases/records/purchase-url.ts'
import { isRefusal } from './contract.ts'
import { receiptKey } from './statement/receive-statement.ts'
import { statementKinds } from './page-data.ts'
import { textsOf } from './statement/statement-kinds.ts'
import { keptText, promiseOf } from './refund/standing.ts'
import { findShop, findWithdrawal, listParts, type Withdrawal } from './store.ts'
import { findOnly, strangeHour, writeCounted } from './statement/strange-statements.ts'
import { refusals, withdrawalTexts } from './texts.ts'
import { writeDue, writeNotice, writeStuck } from './write-notice.ts'

type Context = Pick<Services, 'db' | 'config'>

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
    withdrawals_counted: async ({ data }) => {
      const of = strangeHour.parse(data)
      const only = await findOnly(context.db, of)
      return only === undefined ? writeCounted(context, of) : writeNotice(context, only)
    },
    withdrawal_due: about((_, row) => writeDue(row)),
    withdrawal_stuck: about(writeStuck),
    withdrawal_held: answering(() => say(withdrawalTexts.held)),
    withdrawal_refused: answering(refusalOf),
    withdrawal_kept: about(async (_, row) => {
      const parts = await listParts(context.db, { withdrawalId: row.id })
      return ofShop(
        context,
        row.sellerId,
        writeAnswer(row, keptText(parts) ?? say(withdrawalTexts.moneyComing)),
      )
    }),
    withdrawal_question: async ({ data, recipient }) => {
      const asked = question.parse(data)
      return ofShop(context, asked.sellerId, await writeQuestion(context, asked, recipient))
    },
  }
}

/**
 * The shop on whose page the statement was sent. Showing the shop of a matching purchase could reveal someone else's
 * purchases.
 */
const receiptData = z.object({ sellerId: z.string().nullable().default(null) })

/** An email in the shop's name, with replies sent to the shop, if there is one. */
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

async function writeReceipt(
  { db, config }: Context,
  { id, kind, name, email, statement, receivedAt, matchedBy }: Withdrawal,
): Promise<Message> {
  const texts = textsOf(kind)
  const received = texts.received(receivedAt.getTime())
  const heading = say(texts.receipt)
  const said = [
    t('Statement: {statement}', { statement: plainName(statement) }),
    t('Name: {name}', { name: plainName(name) }),
    t('Email: {email}', { email }),
  ]
  const next = matchedBy === 'page' ? promiseOf(await listParts(db, { withdrawalId: id })) : say(texts.next)
  const url = `${config.publicUrl}/withdraw/received/${id}?key=${receiptKey(config.authSecret, id)}`
  return {
    subject: heading,
    text: [received, '', ...said, '', next, '', t('This confirmation as a page:'), url].join('\n'),
    body: {
      heading,
      parts: [
        text(received),
        { kind: 'list', title: t('Your statement'), items: said },
        text(next),
        button(t('View this confirmation'), url),
        small(t('Statement {id}.', { id })),
      ],
    },
  }
}

function refusalOf({ kind, refusedFor }: Withdrawal): string {
  const why = refusedFor !== null && isRefusal(refusedFor) ? [say(refusals[refusedFor])] : []
  return [say(textsOf(kind).refused), ...why].join(' ')
}

/** The reply to a statement that leads to no refund, or to none yet. */
function writeAnswer({ kind, statement, receivedAt, id }: Withdrawal, answer: string): Message {
  const received = textsOf(kind).received(receivedAt.getTime())
  const subject = say(textsOf(kind).answer)
  const said = plainName(statement)
  const number = t('Statement {id}.', { id })
  return {
    subject,
    text: [received, said, '', answer, '', number].join('\n'),
    body: {
      heading: subject,
      parts: [text(received), { kind: 'message', text: said }, text(answer), small(number)],
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

/** Emails "Was this you?" to the address with which a purchase was made, with a link to withdraw from it. */
async function writeQuestion(
  { db, config }: Context,
  { kind, name, reference, receivedAt, purchases }: z.output<typeof question>,
  recipient: string,
): Promise<Message> {
  const said = t('“{reference}”, by {buyer}, on {time}', {
    reference: plainName(reference),
    buyer: plainName(name),
    time: instantText(Date.parse(receivedAt)),
  })
  const found = await Promise.all(
    purchases.map(async ({ id, title }) => ({ title, purchase: await findPurchaseById(db, id) })),
  )
  // The address may have been corrected since then, so purchases that now belong to another address are left out.
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
  const [asked, otherwise, confirm] = [say(wasThisYou), say(wasThisYouElse), say(confirmOwn)]
  return {
    subject: say(textsOf(kind).question),
    text: [
      asked,
      said,
      '',
      confirm,
      ...links.map(({ label, url }) => `${label}: ${url}`),
      '',
      otherwise,
    ].join('\n'),
    body: {
      heading: t('Was this you?'),
      parts: [
        text(asked),
        { kind: 'message', text: said },
        text(confirm),
        { kind: 'links', links },
        small(otherwise),
      ],
    },
  }
}
