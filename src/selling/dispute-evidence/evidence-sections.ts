import { partyLines } from '#accounts/invoice-details/party.ts'
import { rightText } from '#buying/consumer-law/texts.ts'
import { answerText } from '#selling/forms/fields/answer-text.ts'
import { plainDescription } from '#buying/checkout/description/description.ts'
import { readDescription } from '#buying/checkout/description/read-description.ts'
import { isRefusal } from '#buying/withdrawal/contract.ts'
import { languageName } from '#foundation/language/language-name.ts'
import { msg, say, t } from '#foundation/language/t.ts'
import { refusals } from '#buying/withdrawal/texts.ts'
import { paidWithText } from '#payments/purchases/charge/paid-with.ts'
import { dayText, instantText } from '#foundation/time/day-text.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { reasonText, standingOf } from '#payments/disputes/dispute.ts'
import { timesTitle } from '#payments/pricing/sold-form.ts'
import { lookUp } from '#foundation/values/look-up.ts'
import type { FileAttachment } from '#accounts/uploads/contract.ts'
import { readContent } from '#selling/forms/versions/version-content.ts'
import { mailNames } from './mail-names.ts'
import type { SaleEvidence } from './store.ts'

/** A section of the evidence: recorded facts with their labels, never guesses. */
export type EvidenceSection = {
  readonly name: SectionName
  readonly title: string
  readonly facts: readonly Fact[]
}
export type SectionName =
  | 'purchase'
  | 'parties'
  | 'lines'
  | 'page'
  | 'answers'
  | 'law'
  | 'files'
  | 'mails'
  | 'refunds'
  | 'statements'
  | 'disputes'

type Fact = readonly [name: string, value: string]

/** A purchase's evidence. Sections without facts are left out. */
export function evidenceSections(sale: SaleEvidence, now: Date): EvidenceSection[] {
  const sections: EvidenceSection[] = [
    { name: 'purchase', title: t('Purchase'), facts: purchaseFacts(sale) },
    { name: 'parties', title: t('Buyer and seller'), facts: partyFacts(sale) },
    { name: 'lines', title: t('Items'), facts: lineFacts(sale) },
    { name: 'page', title: t('The page it was bought on'), facts: pageFacts(sale) },
    { name: 'answers', title: t('Answers from the buyer'), facts: answerFacts(sale) },
    { name: 'law', title: t('Right of withdrawal and consents'), facts: lawFacts(sale, now) },
    { name: 'files', title: t('Files and when they were opened'), facts: fileFacts(sale) },
    { name: 'mails', title: t('Emails to the buyer'), facts: mailFacts(sale) },
    { name: 'refunds', title: t('Refunds'), facts: refundFacts(sale) },
    { name: 'statements', title: t('Statements from the buyer'), facts: statementFacts(sale) },
    { name: 'disputes', title: t('Disputes'), facts: disputeFacts(sale) },
  ]
  return sections.filter(({ facts }) => facts.length > 0)
}

const kinds = {
  order: msg('Order'),
  offer: msg('One-time offer after an order'),
  renewal: msg('A renewal'),
  payoff: msg('Early payoff of a payment plan'),
} as const

function purchaseFacts(sale: SaleEvidence): Fact[] {
  const { id, kind, orderId, createdAt, paidAt, paymentIntentId, language } = sale
  const paidWith = paidWithText(sale)
  return [
    [t('Purchase'), id],
    [t('Kind'), say(kinds[kind])],
    ...(orderId === null ? [] : [[t('Belongs to order'), orderId] as const]),
    [t('Started on'), instantText(createdAt.getTime())],
    ...(paidAt === null ? [] : [[t('Paid on'), instantText(paidAt.getTime())] as const]),
    [t('Stripe payment'), paymentIntentId ?? t('None (free order)')],
    ...(paidWith === null ? [] : [[t('Paid with'), paidWith] as const]),
    ...(language === 'en'
      ? []
      : [
          [
            t('Language'),
            t('The buyer read the page in {language}. Consents and statements are quoted unchanged.', {
              language: languageName(language, 'en'),
            }),
          ] as const,
        ]),
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
      const [sum, tax, off] = [amount(line.total), amount(line.taxAmount), amount(line.discountAmount)]
      const title = timesTitle(line.quantity, line.title)
      if (line.taxAmount === 0)
        return [title, line.discountAmount === 0 ? sum : t('{total}, after {off} off', { total: sum, off })]
      return [
        title,
        line.discountAmount === 0
          ? t('{total}, of that tax {tax}', { total: sum, tax })
          : t('{total}, of that tax {tax}, after {off} off', { total: sum, tax, off }),
      ]
    }),
    ...(couponCode === null ? [] : [[t('Coupon'), couponCode] as const]),
    [t('Net'), amount(subtotal)],
    [t('Tax'), amount(taxAmount)],
    [t('Total'), amount(total)],
  ]
}

/** What the seller wrote on the page. The buyer's choices and payment are in other sections. */
function pageFacts({ page }: SaleEvidence): Fact[] {
  if (page === null) return []
  const { title, description, descriptionFormat, termsUrl, buttonText } = readContent(page.content)
  const text = plainDescription(readDescription({ description, descriptionFormat }))
  return [
    [t('Version'), t('{number}, of {time}', { number: String(page.number), time: instantText(page.madeAt) })],
    [t('Title'), title],
    [t('Description'), text],
    ...(buttonText === '' ? [] : [[t('Button'), buttonText] as const]),
    ...(termsUrl === null ? [] : [[t('Terms'), termsUrl] as const]),
  ]
}

/** The questions as they appeared on the page. */
function answerFacts({ answers }: SaleEvidence): Fact[] {
  return answers.map(({ label, answer }) => [label, answerText(answer)])
}

function lawFacts({ paidAt, total, terms, language }: SaleEvidence, now: Date): Fact[] {
  const right = paidAt === null || total === 0 ? null : rightText({ paidAt, terms }, now)
  const { ownText, consents, begunAt, deliveredOn } = terms
  const shown = language === 'en' ? t('Shown to the buyer') : t('Shown to the buyer, in translation')
  return [
    ...(right === null ? [] : [[shown, right] as const]),
    ...(ownText === null ? [] : [[t('Text by the seller'), ownText] as const]),
    ...consents.map(({ text, givenAt }): Fact => [
      t('Agreed to on {time}; the box was not ticked in advance', { time: instantText(givenAt) }),
      text,
    ]),
    ...(begunAt === null ? [] : [[t('First opened on'), instantText(begunAt)] as const]),
    ...(deliveredOn === null ? [] : [[t('Delivered on'), dayText(Date.parse(deliveredOn))] as const]),
  ]
}

function fileFacts(sale: SaleEvidence): Fact[] {
  return openedFiles(sale).map(({ name, firstAt, lastAt }) => {
    if (firstAt === null) return [name, t('No opening recorded')]
    const first = instantText(firstAt)
    return [
      name,
      lastAt === null || lastAt === firstAt
        ? t('First on {first}', { first })
        : t('First on {first}, last on {last}', { first, last: instantText(lastAt) }),
    ]
  })
}

function mailFacts({ mails }: SaleEvidence): Fact[] {
  return mails.map(({ kind, recipient, createdAt, sentAt }) => {
    const known = lookUp(mailNames, kind)
    return [
      known === undefined ? kind.replaceAll('_', ' ') : say(known),
      sentAt === null
        ? t('To {recipient}: not sent yet, recorded on {time}', { recipient, time: instantText(createdAt) })
        : t('To {recipient}: accepted by the mail server on {time}', {
            recipient,
            time: instantText(sentAt),
          }),
    ]
  })
}

function refundFacts({ refunds, currency }: SaleEvidence): Fact[] {
  return refunds.map(({ amount, status, createdAt }) => [
    instantText(createdAt),
    refundText(status, formatAmount(amount, currency)),
  ])
}

function refundText(status: SaleEvidence['refunds'][number]['status'], amount: string): string {
  if (status === 'pending') return t('{amount} refund in progress', { amount })
  return status === 'failed' ? t('{amount} refund failed', { amount }) : t('{amount} refunded', { amount })
}

function statementFacts({ statements }: SaleEvidence): Fact[] {
  return statements.map(({ kind, statement, receivedAt, isConfirmed, refusedFor }) => {
    const answer =
      refusedFor === null
        ? isConfirmed
          ? t('Confirmed to come from the buyer.')
          : t('Not confirmed to come from the buyer.')
        : isRefusal(refusedFor)
          ? t('Declined: {reason}', { reason: say(refusals[refusedFor]) })
          : t('Repeats an earlier statement.')
    const time = instantText(receivedAt)
    return [
      kind === 'withdrawal' ? t('Withdrawal of {time}', { time }) : t('Cancellation of {time}', { time }),
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

/** A purchase's file. Times are in milliseconds, or null if no opening is recorded. */
type OpenedFile = {
  readonly name: string
  readonly firstAt: number | null
  readonly lastAt: number | null
}

const filePath = '/api/files/'

/**
 * A purchase's files without duplicates, with their openings. A file that the seller has since removed or replaced is
 * listed if the buyer opened it.
 */
export function openedFiles({ kind, files, lines, openings }: SaleEvidence): OpenedFile[] {
  const given: FileAttachment[] = [
    kind === 'offer' ? [] : files,
    ...lines.map((line) => line.files ?? []),
  ].flat()
  const names = new Map(given.map(({ name, url }) => [url.replace(filePath, ''), name]))
  for (const { fileId, isOwn, name } of openings)
    if (isOwn && !names.has(fileId)) names.set(fileId, removedText(name, fileId))
  return [...names].map(([id, listed]) => {
    const opening = openings.find(({ fileId }) => fileId === id)
    const version = opening?.version ?? 1
    const name = version === 1 ? listed : t('{name}, version {version}', { name: listed, version })
    return { name, firstAt: opening?.firstAt ?? null, lastAt: opening?.lastAt ?? null }
  })
}

function removedText(name: string | null, id: string): string {
  return name === null
    ? t('A file, since removed, {id}', { id })
    : t('{name}, since removed, {id}', { name, id })
}
