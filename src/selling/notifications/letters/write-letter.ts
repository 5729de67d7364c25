import { listText } from '#foundation/language/list.ts'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { t } from '#foundation/language/t.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { NotificationKind, NotificationRange } from '#foundation/db/tables/notices.ts'
import { type AmountRow, button, type MailPart } from '#foundation/mail/mail-body.ts'
import { plainName } from '#foundation/mail/plain-name.ts'
import type { Message } from '#foundation/mail/send-mails.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { dayText } from '#foundation/time/day-text.ts'
import { listOpenDisputes, type OpenDispute } from '#payments/disputes/open-disputes.ts'
import { notificationKinds } from '../kinds.ts'
import { amountsText, countText, hasAmount } from '../notification-words.ts'
import { listSpan, type NotificationSum, sumSpan } from '../store.ts'
import { linesOf, listOf, namedOf, rowsOf, topicsOf } from '../write-notification.ts'
import { type Addresses, withUnsubscribing } from './unsubscribing-parts.ts'

const letterData = z.object({
  sellerId: z.string(),
  kinds: z.array(z.enum(notificationKinds)),
  after: z.number(),
  upTo: z.number(),
  at: z.iso.datetime(),
  withDisputes: z.boolean(),
})

type Letter = z.output<typeof letterData>
/** With `rows`, the items are in a table, each with its amount. */
type Part = {
  readonly title: string
  readonly items: readonly string[]
  readonly rows?: readonly AmountRow[]
}

/** How many notifications of each kind are listed. */
const named = 5

/** Writes a member's daily email. */
export async function writeLetter(
  db: Kysely<Database>,
  addresses: Addresses,
  userId: string,
  given: unknown,
): Promise<Message> {
  const letter = letterData.parse(given)
  const happened = await describeKinds(db, letter)
  const open = letter.withDisputes ? await listOpenDisputes(db, letter.sellerId, new Date(letter.at)) : []
  const disputes = describeOpen(open, new Date(letter.at))
  const listed = [...happened.map(({ part }) => part), ...disputes]
  const counts = happened.map(({ counted }) => counted)
  const subject =
    counts.length === 0
      ? waitingText(open)
      : t('Yesterday in your shop: {news}', { news: listText(counts, 'unit') })
  const told = happened.map(({ kind }) => kind)
  const link = listOf(disputes.length > 0 ? [...told, 'dispute'] : told)
  return withUnsubscribing(listMessage(subject, listed, addresses, link), addresses, userId, 'letter')
}

/** An email with several lists, and a button to the page that shows more. */
export function listMessage(
  subject: string,
  listed: readonly Part[],
  { publicUrl }: Addresses,
  { path, label }: ReturnType<typeof listOf>,
): Message {
  const url = `${publicUrl}${path}`
  const parts: MailPart[] = [
    ...listed.map(({ title, items, rows }) =>
      rows === undefined
        ? ({ kind: 'list', title, items } as const)
        : ({ kind: 'amounts', title, rows } as const),
    ),
    button(label, url),
  ]
  const lines = listed.flatMap(({ title, items }) => [title, ...items.map((item) => `- ${item}`), ''])
  return { subject, text: [...lines, `${label}:`, url].join('\n'), body: { heading: subject, parts } }
}

async function describeKinds(
  db: Kysely<Database>,
  { sellerId, kinds, after, upTo }: Letter,
): Promise<Described[]> {
  if (kinds.length === 0) return []
  const all = await sumSpan(db, { sellerId, kinds, after, upTo })
  const described = []
  for (const kind of kinds) {
    const sums = all.filter((sum) => sum.kind === kind)
    described.push(...(await describeKind(db, { sellerId, kind, after, upTo }, sums)))
  }
  return described
}

type Described = { readonly kind: NotificationKind; readonly counted: string; readonly part: Part }
type Span = { readonly sellerId: string; readonly kind: NotificationKind } & NotificationRange

/** The notifications of a kind with their totals, or empty if there were none. */
export async function describeKind(
  db: Kysely<Database>,
  { kind, ...span }: Span,
  sums: readonly NotificationSum[],
): Promise<Described[]> {
  const described = []
  for (const { topic, sums: own, count } of topicsOf(kind, sums)) {
    const { outcome } = topic
    const notifications = await listSpan(db, { ...span, kinds: [kind], outcome }, namedOf(count, named))
    const counted = countText(topic, count)
    const title = hasAmount(kind) ? `${counted}, ${amountsText(own)}` : counted
    described.push({
      kind,
      counted,
      part: { title, items: linesOf(notifications, count), rows: rowsOf(notifications, count) },
    })
  }
  return described
}

/** The subject of an email that is only about open disputes. Some disputes may have been answered since it was due. */
function waitingText(open: readonly OpenDispute[]): string {
  const disputes = open.filter(({ isInquiry }) => !isInquiry).length
  if (open.length === 0) return t('No open disputes')
  return disputes > 0
    ? t('{disputes, plural, one {A dispute needs your response} other {# disputes need your response}}', {
        disputes,
      })
    : t(
        '{inquiries, plural, one {A bank inquiry needs your response} other {# bank inquiries need your response}}',
        { inquiries: open.length },
      )
}

/** Open disputes and bank inquiries, as separate lists. */
function describeOpen(open: readonly OpenDispute[], now: Date): Part[] {
  const itemOf = ({ buyer, formTitle, amount: minor, currency, evidenceDueAt }: OpenDispute) => {
    const [name, form] = [plainName(buyer), plainName(formTitle)]
    const [amount, until] = [formatAmount(minor, currency), dayText(evidenceDueAt.getTime())]
    const days = Math.floor((evidenceDueAt.getTime() - now.getTime()) / (24 * 60 * 60_000))
    return days < 1
      ? t('{name}: “{form}”, {amount}: less than a day left, until {until}', { name, form, amount, until })
      : t('{name}: “{form}”, {amount}: {days, plural, one {# day} other {# days}} left, until {until}', {
          name,
          form,
          amount,
          days,
          until,
        })
  }
  const parts = [
    { title: t('Disputes that need a response'), of: open.filter(({ isInquiry }) => !isInquiry) },
    { title: t('Bank inquiries that need a response'), of: open.filter(({ isInquiry }) => isInquiry) },
  ]
  return parts.flatMap(({ title, of }) => (of.length === 0 ? [] : [{ title, items: of.map(itemOf) }]))
}

const quietData = z.object({
  sellerId: z.string(),
  spans: z.array(z.object({ kind: z.enum(notificationKinds), after: z.number(), upTo: z.number() })),
})

/** Writes one email about several kinds of notifications from a member's quiet hours. */
export async function writeQuietLetter(
  db: Kysely<Database>,
  addresses: Addresses,
  userId: string,
  given: unknown,
): Promise<Message> {
  const { sellerId, spans } = quietData.parse(given)
  const happened = []
  for (const { kind, ...range } of spans) {
    const sums = await sumSpan(db, { sellerId, kinds: [kind], ...range })
    happened.push(...(await describeKind(db, { sellerId, kind, ...range }, sums)))
  }
  const news = listText(
    happened.map(({ counted }) => counted),
    'unit',
  )
  const subject = t('During quiet hours: {news}', { news })
  const message = listMessage(
    subject,
    happened.map(({ part }) => part),
    addresses,
    listOf(happened.map(({ kind }) => kind)),
  )
  return withUnsubscribing(message, addresses, userId, 'at_once')
}
