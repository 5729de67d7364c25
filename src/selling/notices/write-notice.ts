import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Database } from '#foundation/db/schema.ts'
import type { NoticeKind } from '#foundation/db/tables/notices.ts'
import { button, text, type MailPart } from '#foundation/mail/mail-body.ts'
import { plainName } from '#foundation/mail/plain-name.ts'
import type { Message } from '#foundation/mail/send-mails.ts'
import { formatAmount, formatPrice } from '#foundation/money/amount.ts'
import { endText } from '#payments/disputes/dispute.ts'
import { writeDisputeMail } from '#payments/disputes/write-dispute-mail.ts'
import { isPayoutKind, noticeKinds } from './kinds.ts'
import {
  amountsText,
  countText,
  hasAmount,
  nounOf,
  priceText,
  saleText,
  spanText,
  type Topic,
} from './notice-words.ts'
import { bankName, wordsOfPayout } from './payout-words.ts'
import { listSpan, sumSpan, type DescribedNotice, type NoticeSum, type SaleNotice } from './store.ts'
import { withUnsubscribing, type Addresses } from './letters/unsubscribing-parts.ts'

const noticeData = z.object({
  sellerId: z.string(),
  kind: z.enum(noticeKinds),
  after: z.number(),
  upTo: z.number(),
  at: z.iso.datetime(),
})

/** How many are named where many happened at once. */
const named = 10

/** Tells a member at once of what happened: of one thing with its details, of many in a few lines. */
export async function writeNotice(
  db: Kysely<Database>,
  addresses: Addresses,
  userId: string,
  given: unknown,
): Promise<Message> {
  const { sellerId, kind, after, upTo, at } = noticeData.parse(given)
  const span = { sellerId, kinds: [kind], after, upTo }
  const sums = await sumSpan(db, span)
  const count = sums.reduce((total, sum) => total + sum.count, 0)
  const notices = await listSpan(db, span, namedOf(count, named))
  const [first] = notices
  const message =
    count === 1 && first !== undefined
      ? await writeOne(db, addresses.publicUrl, first)
      : writeMany(addresses.publicUrl, {
          kind,
          notices,
          count,
          title: titleOfMany(kind, sums, new Date(at)),
        })
  return withUnsubscribing(message, addresses, userId, kind)
}

async function writeOne(db: Kysely<Database>, publicUrl: string, notice: DescribedNotice): Promise<Message> {
  const { kind } = notice
  if (kind === 'dispute' && !hasEnded(notice) && notice.subject !== null) {
    return writeDisputeMail(db, publicUrl, notice.subject)
  }
  const { title, what, next } = wordsOf(notice)
  const url = `${publicUrl}${noticePath(notice)}`
  const label = isPayoutKind(kind) ? 'See the payout' : 'See the sale'
  const said = next === null ? [what] : [what, next]
  return {
    subject: title,
    text: [...said.flatMap((line) => [line, '']), `${label}:`, url].join('\n'),
    body: { heading: title, parts: [...said.map(text), button(label, url)] },
  }
}

/** Where that is in the app. */
export function noticePath(notice: DescribedNotice): string {
  return 'payout' in notice ? `/payouts/${notice.payout.id}` : `/sales/${notice.purchaseId}`
}

/** Where what these kinds tell of is listed, and the button to it. */
export function listOf(kinds: readonly NoticeKind[]): { readonly path: string; readonly label: string } {
  return kinds.length > 0 && kinds.every(isPayoutKind)
    ? { path: '/payouts', label: 'See your payouts' }
    : { path: '/sales', label: 'See your sales' }
}

type Words = { readonly title: string; readonly what: string; readonly next: string | null }

/** What happened, in words; the title names no buyer. */
export function wordsOf(notice: DescribedNotice): Words {
  if ('payout' in notice) return wordsOfPayout(notice)
  const [name, form] = [plainName(notice.buyer), plainName(notice.formTitle)]
  const amount = formatPrice(notice.amount, notice.currency)
  switch (notice.kind) {
    case 'sale':
      return {
        title: `New sale: ${priceText(notice)}`,
        what: `${saleText(name, `“${form}”`, notice)}.`,
        next: null,
      }
    case 'refund':
      return { title: `Refund: ${amount}`, what: `${name} got ${amount} back for “${form}”.`, next: null }
    case 'dispute':
      return wordsOfDispute(notice, name, form)
    case 'renewal_failed':
      return {
        title: `A renewal failed: ${amount}`,
        what: `The card of ${name} was declined when “${form}” was renewed for ${amount}.`,
        next: 'We have asked them for another card. The sale says whether and when it is tried again.',
      }
    case 'payment_returned':
      return {
        title: `A payment came back: ${amount}`,
        what: `The bank of ${name} did not carry out the payment of ${amount} for “${form}”.`,
        next: 'Nothing was paid, and nothing was delivered. They know, and can buy it again.',
      }
    case 'cancellation':
      return {
        title: 'A subscription was canceled',
        what: `The subscription of ${name} to “${form}” was canceled.`,
        next: null,
      }
  }
}

function hasEnded({ outcome }: SaleNotice): boolean {
  return outcome !== null && outcome !== 'asked'
}

function wordsOfDispute({ outcome, amount: minor, currency }: SaleNotice, name: string, form: string): Words {
  const amount = formatAmount(minor, currency)
  if (outcome === null) {
    return { title: `A payment of ${amount} is disputed`, what: `${name} paid it for “${form}”.`, next: null }
  }
  if (outcome === 'asked') {
    const what = `${name} paid it for “${form}”. Nothing was taken.`
    return { title: `A bank asks about a payment of ${amount}`, what, next: null }
  }
  const titles = {
    won: `Dispute won: ${amount} comes back`,
    lost: `Dispute lost: ${amount}`,
    closed: `Bank inquiry closed: ${amount}`,
  }
  const ended = endText({ outcome, amount: minor, currency })
  return {
    title: titles[outcome],
    what: `${ended} It was about the payment of ${name} for “${form}”.`,
    next: null,
  }
}

/** How many things of a kind happened since when, and what they come to. */
export function titleOfMany(kind: NoticeKind, sums: readonly NoticeSum[], at: Date): string {
  const when = spanText(new Date(Math.min(...sums.map(({ firstAt }) => firstAt.getTime()))), at)
  const topics = topicsOf(kind, sums)
  // What was disputed and what was won is not added up.
  const total = hasAmount(kind) && topics.length === 1 ? `, ${amountsText(sums)}` : ''
  return `${topics.map(({ topic, count }) => countText(topic, count)).join(', ')} ${when}${total}`
}

type TopicSums = { readonly topic: Topic; readonly sums: readonly NoticeSum[]; readonly count: number }

/** What happened of a kind, apart by how disputes ended. */
export function topicsOf(kind: NoticeKind, sums: readonly NoticeSum[]): TopicSums[] {
  const outcomes = new Set(sums.map(({ outcome }) => outcome))
  return [...outcomes].map((outcome) => {
    const own = sums.filter((sum) => sum.outcome === outcome)
    const count = own.reduce((total, sum) => total + sum.count, 0)
    return { topic: { kind, outcome }, sums: own, count }
  })
}

type Many = {
  readonly kind: NoticeKind
  readonly notices: readonly DescribedNotice[]
  readonly count: number
  readonly title: string
}

function writeMany(publicUrl: string, { kind, notices, count, title }: Many): Message {
  const items = linesOf(notices, count)
  const { path, label } = listOf([kind])
  const url = `${publicUrl}${path}`
  const parts: MailPart[] = [{ kind: 'list', title: 'In detail', items }, button(label, url)]
  return {
    subject: title,
    text: [title, '', ...items.map((item) => `- ${item}`), '', `${label}:`, url].join('\n'),
    body: { heading: title, parts },
  }
}

/** How many of so many are named one by one: `most`, or one more, which takes no less room told of than named. */
export function namedOf(count: number, most: number): number {
  return count === most + 1 ? count : most
}

function outcomeOf(notice: DescribedNotice): Topic['outcome'] {
  return 'payout' in notice ? null : notice.outcome
}

/** A line for each, which says how a dispute ended where others did not, and how many more there are. */
export function linesOf(notices: readonly DescribedNotice[], count: number): string[] {
  const isMixed = new Set(notices.map(outcomeOf)).size > 1
  const lines = notices.map((notice) => {
    const amount = priceText(notice)
    if ('payout' in notice) {
      const { payout } = notice
      const reason = payout.failureMessage === null ? '' : `. ${payout.failureMessage}`
      return `${amount}, ${bankName(payout) ?? 'your bank account'}${reason}`
    }
    const what = `${plainName(notice.buyer)}: “${plainName(notice.formTitle)}”`
    const became = isMixed ? `, ${nounOf(notice)}` : ''
    return hasAmount(notice.kind) ? `${what}, ${amount}${became}` : what
  })
  const more = count - notices.length
  return more > 0 ? [...lines, `and ${more.toLocaleString('en-US')} more`] : lines
}
