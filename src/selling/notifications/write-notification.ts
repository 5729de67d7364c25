import { listText } from '#foundation/language/list.ts'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { t } from '#foundation/language/t.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { NotificationKind } from '#foundation/db/tables/notices.ts'
import { type AmountRow, button, text, type MailPart } from '#foundation/mail/mail-body.ts'
import { plainName } from '#foundation/mail/plain-name.ts'
import type { Message } from '#foundation/mail/send-mails.ts'
import { formatAmount, formatPrice } from '#foundation/money/amount.ts'
import { endText } from '#payments/disputes/dispute.ts'
import { writeDisputeMail } from '#payments/disputes/write-dispute-mail.ts'
import { isPayoutKind, notificationKinds } from './kinds.ts'
import {
  amountsText,
  countText,
  hasAmount,
  outcomeText,
  priceText,
  saleText,
  type Topic,
} from './notification-words.ts'
import { bankName, wordsOfPayout } from './describe-notification.ts'
import {
  listSpan,
  sumSpan,
  type DescribedNotification,
  type NotificationSum,
  type SaleNotification,
} from './store.ts'
import { writeWithdrawalMail } from './write-withdrawal-mail.ts'
import { withUnsubscribing, type Addresses } from './letters/unsubscribing-parts.ts'

const notificationData = z.object({
  sellerId: z.string(),
  kind: z.enum(notificationKinds),
  after: z.number(),
  upTo: z.number(),
  at: z.iso.datetime(),
})

/** How many notifications one email lists. */
const named = 10

/** Writes an instant email to a member, with the details of one notification or a list of several. */
export async function writeNotification(
  db: Kysely<Database>,
  addresses: Addresses,
  userId: string,
  given: unknown,
): Promise<Message> {
  const { sellerId, kind, after, upTo, at } = notificationData.parse(given)
  const span = { sellerId, kinds: [kind], after, upTo }
  const sums = await sumSpan(db, span)
  const count = sums.reduce((total, sum) => total + sum.count, 0)
  const notifications = await listSpan(db, span, namedOf(count, named))
  const [first] = notifications
  const message =
    count === 1 && first !== undefined
      ? await writeOne(db, addresses.publicUrl, first)
      : writeMany(addresses.publicUrl, {
          kind,
          notifications,
          count,
          title: titleOfMany(kind, sums, new Date(at)),
        })
  return withUnsubscribing(message, addresses, userId, kind)
}

async function writeOne(
  db: Kysely<Database>,
  publicUrl: string,
  notification: DescribedNotification,
): Promise<Message> {
  const { kind } = notification
  if (kind === 'dispute' && !hasEnded(notification) && notification.subject !== null) {
    return writeDisputeMail(db, publicUrl, notification.subject)
  }
  if (kind === 'withdrawal') return writeWithdrawalMail(db, publicUrl, notification)
  const { title, what, next } = wordsOf(notification)
  const url = `${publicUrl}${notificationPath(notification)}`
  const label = isPayoutKind(kind) ? t('View payout') : t('View sale')
  const said = next === null ? [what] : [what, next]
  return {
    subject: title,
    text: [...said.flatMap((line) => [line, '']), `${label}:`, url].join('\n'),
    body: { heading: title, parts: [...said.map(text), button(label, url)] },
  }
}

/** The path of the notification's sale or payout. */
export function notificationPath(notification: DescribedNotification): string {
  return 'payout' in notification ? `/payouts/${notification.payout.id}` : `/sales/${notification.purchaseId}`
}

/** The list page for these kinds, with the label of its button. */
export function listOf(kinds: readonly NotificationKind[]): {
  readonly path: string
  readonly label: string
} {
  if (kinds.length > 0 && kinds.every(isPayoutKind)) return { path: '/payouts', label: t('View payouts') }
  return kinds.length > 0 && kinds.every((kind) => kind === 'withdrawal')
    ? { path: '/sales/withdrawals', label: t('View withdrawals') }
    : { path: '/sales', label: t('View sales') }
}

type Words = { readonly title: string; readonly what: string; readonly next: string | null }

/** A notification in words. The title never contains the buyer's name. */
export function wordsOf(notification: DescribedNotification): Words {
  if ('payout' in notification) return wordsOfPayout(notification)
  const [name, form] = [plainName(notification.buyer), plainName(notification.formTitle)]
  const amount = formatPrice(notification.amount, notification.currency)
  switch (notification.kind) {
    case 'sale':
      return {
        title: t('New sale: {price}', { price: priceText(notification) }),
        what: `${saleText(name, `“${form}”`, notification)}.`,
        next: null,
      }
    case 'refund':
      return {
        title: t('Refund: {amount}', { amount }),
        what: t('{name} was refunded {amount} for “{form}”.', { name, amount, form }),
        next: null,
      }
    case 'tax_refund':
      return {
        title: t('Tax refunded: {amount}', { amount }),
        what: t('The EU’s register confirmed the VAT number of {name}, who bought “{form}” with tax.', {
          name,
          form,
        }),
        next: t('We refunded {amount} of tax. The invoice is now without tax, by reverse charge.', {
          amount,
        }),
      }
    case 'refund_failed':
      return {
        title: t('Refund failed: {amount}', { amount }),
        what: t(
          'The refund of {amount} for “{form}” did not reach {name}. Stripe returned it to your balance.',
          {
            name,
            amount,
            form,
          },
        ),
        next: t('Try the refund again on the sale’s page, or arrange another way to repay the buyer.'),
      }
    case 'dispute':
      return wordsOfDispute(notification, name, form)
    case 'renewal_failed':
      return {
        title: t('Renewal failed: {amount}', { amount }),
        what: t('{name}’s card was declined for the {amount} renewal of “{form}”.', { name, amount, form }),
        next: t('We asked them to update their card. Open the sale to see when we will retry.'),
      }
    case 'payment_returned':
      return {
        title: t('Payment returned: {amount}', { amount }),
        what: t('{name}’s bank returned the {amount} payment for “{form}”.', { name, amount, form }),
        next: t('You were not paid and nothing was delivered. We notified the buyer, who can try again.'),
      }
    case 'cancellation':
      return {
        title: t('Subscription canceled'),
        what: t('{name}’s subscription to “{form}” was canceled.', { name, form }),
        next: null,
      }
    case 'withdrawal':
      return {
        title:
          notification.outcome === 'due'
            ? t('Refund due soon: {amount}', { amount })
            : t('Withdrawal: {amount}', { amount }),
        what: t('{name} withdrew from “{form}”.', { name, form }),
        next: null,
      }
  }
}

function hasEnded({ outcome }: SaleNotification): boolean {
  return outcome !== null && outcome !== 'asked'
}

function wordsOfDispute(
  { outcome, amount: minor, currency }: SaleNotification,
  name: string,
  form: string,
): Words {
  const amount = formatAmount(minor, currency)
  if (outcome === null || outcome === 'due') {
    return {
      title: t('Dispute: {amount}', { amount }),
      what: t('{name}’s payment for “{form}” is disputed.', { name, form }),
      next: null,
    }
  }
  if (outcome === 'asked') {
    const what = t('A bank asked about {name}’s payment for “{form}”. No money was taken.', { name, form })
    return { title: t('Bank inquiry: {amount}', { amount }), what, next: null }
  }
  const titles = {
    won: t('Dispute won: {amount} returned to you', { amount }),
    lost: t('Dispute lost: {amount}', { amount }),
    closed: t('Bank inquiry closed: {amount}', { amount }),
  }
  return {
    title: titles[outcome],
    what: [
      endText({ outcome, amount: minor, currency }),
      t('It was about {name}’s payment for “{form}”.', { name, form }),
    ].join(' '),
    next: null,
  }
}

/** The title of an email about several notifications, with their number, time span and total. */
export function titleOfMany(kind: NotificationKind, sums: readonly NotificationSum[], at: Date): string {
  const since = Math.min(...sums.map(({ firstAt }) => firstAt.getTime()))
  const minutes = Math.max(Math.ceil((at.getTime() - since) / 60_000), 1)
  const hours = Math.ceil(minutes / 60)
  const topics = topicsOf(kind, sums)
  const news = listText(
    topics.map(({ topic, count }) => countText(topic, count)),
    'unit',
  )
  // Amounts disputed and amounts won are not added up.
  if (!hasAmount(kind) || topics.length > 1) {
    return minutes < 60
      ? t('{news} in the last {minutes, plural, one {minute} other {# minutes}}', { news, minutes })
      : t('{news} in the last {hours, plural, one {hour} other {# hours}}', { news, hours })
  }
  const amounts = amountsText(sums)
  return minutes < 60
    ? t('{news} in the last {minutes, plural, one {minute} other {# minutes}}, {amounts}', {
        news,
        minutes,
        amounts,
      })
    : t('{news} in the last {hours, plural, one {hour} other {# hours}}, {amounts}', { news, hours, amounts })
}

type TopicSums = { readonly topic: Topic; readonly sums: readonly NotificationSum[]; readonly count: number }

/** Groups a kind's sums by what is new about disputes or withdrawals. */
export function topicsOf(kind: NotificationKind, sums: readonly NotificationSum[]): TopicSums[] {
  const outcomes = new Set(sums.map(({ outcome }) => outcome))
  return [...outcomes].map((outcome) => {
    const own = sums.filter((sum) => sum.outcome === outcome)
    const count = own.reduce((total, sum) => total + sum.count, 0)
    return { topic: { kind, outcome }, sums: own, count }
  })
}

type Many = {
  readonly kind: NotificationKind
  readonly notifications: readonly DescribedNotification[]
  readonly count: number
  readonly title: string
}

function writeMany(publicUrl: string, { kind, notifications, count, title }: Many): Message {
  const items = linesOf(notifications, count)
  const { path, label } = listOf([kind])
  const url = `${publicUrl}${path}`
  const rows = rowsOf(notifications, count)
  const parts: MailPart[] = [{ kind: 'amounts', title: null, rows }, button(label, url)]
  return {
    subject: title,
    text: [title, '', ...items.map((item) => `- ${item}`), '', `${label}:`, url].join('\n'),
    body: { heading: title, parts },
  }
}

/** How many of `count` to list: `most`, or one more, because “and 1 more” would take up the same line. */
export function namedOf(count: number, most: number): number {
  return count === most + 1 ? count : most
}

function outcomeOf(notification: DescribedNotification): Topic['outcome'] {
  return 'payout' in notification ? null : notification.outcome
}

/** One line for each notification, with the outcome if outcomes differ, and a last line with the number left out. */
export function linesOf(notifications: readonly DescribedNotification[], count: number): string[] {
  const isMixed = new Set(notifications.map(outcomeOf)).size > 1
  const lines = notifications.map((notification) => {
    const amount = priceText(notification)
    if ('payout' in notification) {
      const { payout } = notification
      const reason = payout.failureMessage === null ? '' : `. ${payout.failureMessage}`
      return `${amount}, ${bankName(payout) ?? t('your bank account')}${reason}`
    }
    const what = `${plainName(notification.buyer)}: “${plainName(notification.formTitle)}”`
    const became = isMixed ? `, ${outcomeText(notification)}` : ''
    return hasAmount(notification.kind) ? `${what}, ${amount}${became}` : what
  })
  const more = count - notifications.length
  return more > 0 ? [...lines, t('and {more} more', { more: more.toLocaleString('en-US') })] : lines
}

/** The same as a table's rows. */
export function rowsOf(notifications: readonly DescribedNotification[], count: number): AmountRow[] {
  const isMixed = new Set(notifications.map(outcomeOf)).size > 1
  const rows = notifications.map((notification) => {
    const amount = hasAmount(notification.kind) ? priceText(notification) : ''
    if ('payout' in notification) {
      const { payout } = notification
      const label = bankName(payout) ?? t('Your bank account')
      return { label, amount, ...(payout.failureMessage === null ? {} : { note: payout.failureMessage }) }
    }
    const form = plainName(notification.formTitle)
    const note = isMixed ? `${form}, ${outcomeText(notification)}` : form
    return { label: plainName(notification.buyer), note, amount }
  })
  const more = count - notifications.length
  return more > 0
    ? [...rows, { label: t('and {more} more', { more: more.toLocaleString('en-US') }), amount: '' }]
    : rows
}
