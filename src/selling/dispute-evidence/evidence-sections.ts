import { partyLines } from '#accounts/invoice-details/party.ts'
import { rightText } from '#buying/consumer-law/texts.ts'
import { isRefusal } from '#buying/withdrawal/contract.ts'
import { say, t } from '#foundation/language/t.ts'
import { refusals } from '#buying/withdrawal/texts.ts'
import { paidWithText } from '#payments/purchases/charge/paid-with.ts'
import { dayText, instantText } from '#foundation/time/day-text.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { reasonText, standingOf } from '#payments/disputes/dispute.ts'
import { timesTitle } from '#payments/pricing/sold-form.ts'
import { lookUp } from '#foundation/values/look-up.ts'
import type { FileAttachment } from '#accounts/uploads/contract.ts'
import { mailNames } from './mail-names.ts'
import type { SaleEvidence } from './store.ts'

/** A section of the evidence: recorded facts with their names, never guesses. */
export type EvidenceSection = {
  readonly name: SectionName
  readonly title: string
  readonly facts: readonly Fact[]
}
export type SectionName =
  | 'purchase'
  | 'parties'
  | 'lines'
  | 'law'
  | 'files'
  | 'mails'
  | 'refunds'
  | 'statements'
  | 'disputes'

type Fact = readonly [name: string, value: string]

/** The evidence of a purchase; sections without facts are left out. */
export function evidenceSections(sale: SaleEvidence, now: Date): EvidenceSection[] {
  const sections: EvidenceSection[] = [
    { name: 'purchase', title: t('Purchase'), facts: purchaseFacts(sale) },
    { name: 'parties', title: t('Buyer and seller'), facts: partyFacts(sale) },
    { name: 'lines', title: t('Items'), facts: lineFacts(sale) },
    { name: 'law', title: t('Right of withdrawal and consents'), facts: lawFacts(sale, now) },
    { name: 'files', title: t('Files and their openings'), facts: fileFacts(sale) },
    { name: 'mails', title: t('Emails to the buyer'), facts: mailFacts(sale) },
    { name: 'refunds', title: t('Refunds'), facts: refundFacts(sale) },
    { name: 'statements', title: t('Statements from the buyer'), facts: statementFacts(sale) },
    { name: 'disputes', title: t('Disputes'), facts: disputeFacts(sale) },
  ]
  return sections.filter(({ facts }) => facts.length > 0)
}

const kinds = {
  order: 'Order',
  offer: 'One-time offer after an order',
  renewal: 'A renewal',
  payoff: 'Early payoff of a payment plan',
} as const

function purchaseFacts(sale: SaleEvidence): Fact[] {
  const { id, kind, orderId, createdAt, paidAt, paymentIntentId } = sale
  const paidWith = paidWithText(sale)
  return [
    [t('Purchase'), id],
    [t('Kind'), kinds[kind]],
    ...(orderId === null ? [] : [[t('Belongs to order'), orderId] as const]),
    [t('Started on'), instantText(createdAt.getTime())],
    ...(paidAt === null ? [] : [[t('Paid on'), instantText(paidAt.getTime())] as const]),
    [t('Stripe payment'), paymentIntentId ?? t('None (free order)')],
    ...(paidWith === null ? [] : [[t('Paid with'), paidWith] as const]),
  ]
}

function partyFacts({ name, email, mailTo, buyerDetails, sellerName, sellerDetails }: SaleEvidence): Fact[] {
  const shopName = sellerDetails?.shopName ?? sellerName
  const seller =
    sellerDetails === null
      ? [shopName]
      : partyLines({ ...sellerDetails, name: sellerDetails.name ?? shopName })
  return [
    [t('Buyer'), name],
    [t('Email'), email],
    ...(mailTo === null ? [] : [[t('Emails go to'), mailTo] as const]),
    ...(buyerDetails === null
      ? []
      : [
          [
            t('Invoice details'),
            partyLines({ ...buyerDetails, name: buyerDetails.name ?? name }).join('\n'),
          ] as const,
        ]),
    [t('Seller'), seller.join('\n')],
  ]
}

function lineFacts({ lines, couponCode, subtotal, taxAmount, total, currency }: SaleEvidence): Fact[] {
  const amount = (minor: number) => formatAmount(minor, currency)
  return [
    ...lines.map((line): Fact => {
      const tax = line.taxAmount === 0 ? '' : `, of that tax ${amount(line.taxAmount)}`
      const off = line.discountAmount === 0 ? '' : `, after ${amount(line.discountAmount)} off`
      const title = timesTitle(line.quantity, line.title)
      return [title, `${amount(line.total)}${tax}${off}`]
    }),
    ...(couponCode === null ? [] : [[t('Coupon'), couponCode] as const]),
    [t('Net'), amount(subtotal)],
    [t('Tax'), amount(taxAmount)],
    [t('Total'), amount(total)],
  ]
}

function lawFacts({ paidAt, total, terms }: SaleEvidence, now: Date): Fact[] {
  const right = paidAt === null || total === 0 ? null : rightText({ paidAt, terms }, now)
  const { ownText, consents, begunAt, deliveredOn } = terms
  return [
    ...(right === null ? [] : [[t('Shown to the buyer'), right] as const]),
    ...(ownText === null ? [] : [[t('Text by the seller'), ownText] as const]),
    ...consents.map(({ text, givenAt }): Fact => [
      `Agreed to on ${instantText(givenAt)}; the box was not ticked in advance`,
      text,
    ]),
    ...(begunAt === null ? [] : [[t('First opened on'), instantText(begunAt)] as const]),
    ...(deliveredOn === null ? [] : [[t('Delivered on'), dayText(Date.parse(deliveredOn))] as const]),
  ]
}

function fileFacts(sale: SaleEvidence): Fact[] {
  return openedFiles(sale).map(({ name, firstAt, lastAt }) => {
    if (firstAt === null) return [name, t('No opening recorded')]
    const first = `First on ${instantText(firstAt)}`
    return [name, lastAt === null || lastAt === firstAt ? first : `${first}, last on ${instantText(lastAt)}`]
  })
}

function mailFacts({ mails }: SaleEvidence): Fact[] {
  return mails.map(({ kind, recipient, createdAt, sentAt }) => [
    lookUp(mailNames, kind) ?? kind.replaceAll('_', ' '),
    sentAt === null
      ? `To ${recipient}: not sent yet, recorded on ${instantText(createdAt)}`
      : `To ${recipient}: accepted by the mail server on ${instantText(sentAt)}`,
  ])
}

const refundStates = { pending: 'refund in progress', succeeded: 'refunded', failed: 'refund failed' }

function refundFacts({ refunds, currency }: SaleEvidence): Fact[] {
  return refunds.map(({ amount, status, createdAt }) => [
    instantText(createdAt),
    `${formatAmount(amount, currency)} ${refundStates[status]}`,
  ])
}

function statementFacts({ statements }: SaleEvidence): Fact[] {
  return statements.map(({ kind, statement, receivedAt, isConfirmed, refusedFor }) => {
    const answer =
      refusedFor === null
        ? isConfirmed
          ? t('Confirmed to come from the buyer.')
          : t('Not confirmed to come from the buyer.')
        : isRefusal(refusedFor)
          ? `Declined: ${say(refusals[refusedFor])}`
          : t('Repeats an earlier statement.')
    return [
      `${kind === 'withdrawal' ? t('Withdrawal') : t('Cancellation')} of ${instantText(receivedAt)}`,
      `${statement}\n${answer}`,
    ]
  })
}

function disputeFacts({ disputes }: SaleEvidence): Fact[] {
  return disputes.map(({ id, reason, status, amount, currency, createdAt }) => [
    instantText(createdAt),
    `${formatAmount(amount, currency)}, ${id}\n${reasonText(reason)}\n${standingOf(status).label}`,
  ])
}

/** A file of a purchase; times in milliseconds, null if no opening is recorded. */
type OpenedFile = {
  readonly name: string
  readonly firstAt: number | null
  readonly lastAt: number | null
}

const filePath = '/api/files/'

/**
 * The files of a purchase, each once, with their openings. A file that the seller has since removed or replaced is
 * listed if it was opened.
 */
export function openedFiles({ kind, files, lines, openings }: SaleEvidence): OpenedFile[] {
  const given: FileAttachment[] = [
    kind === 'offer' ? [] : files,
    ...lines.map((line) => line.files ?? []),
  ].flat()
  const names = new Map(given.map(({ name, url }) => [url.replace(filePath, ''), name]))
  for (const { fileId, isOwn, name } of openings)
    if (isOwn && !names.has(fileId)) names.set(fileId, `${name ?? 'A file'}, since removed, ${fileId}`)
  return [...names].map(([id, listed]) => {
    const opening = openings.find(({ fileId }) => fileId === id)
    const version = opening?.version ?? 1
    const name = version === 1 ? listed : `${listed}, version ${version}`
    return { name, firstAt: opening?.firstAt ?? null, lastAt: opening?.lastAt ?? null }
  })
}
