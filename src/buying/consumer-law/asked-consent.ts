import type {
  ConsentKind,
  EarlyStart,
  Sells,
  SellerPoliciesTable,
} from '#foundation/db/tables/consumer-law.ts'
import { dayText } from '#foundation/time/day-text.ts'
import { asksForConsent, lawOf, endOfPeriod } from './laws.ts'
import { consentTexts, consumerTexts } from './texts.ts'

/** What is known of a sale before it is made; the parts of the policy are null where the seller has set none. */
type BeforeSale = {
  readonly sells: Sells | null
  readonly withdrawalDays: number | null
  readonly earlyStart: SellerPoliciesTable['earlyStart'] | null
  /** Of the seller's invoice details, else of their account at the provider; null where nobody knows it. */
  readonly sellerCountry: string | null
  /** Whether anything that is bought comes with files. */
  readonly hasFiles: boolean
}

/** What buyers are asked to consent to before paying. */
export type AskedConsent = {
  readonly kind: EarlyStart
  readonly isRequired: boolean
  /** What waits if they do not: files are ours to keep back, of all else it is the seller. */
  readonly hasFiles: boolean
  /** How long they may withdraw if they do not. */
  readonly days: number
}

/** The consents as a payment page shows them; `texts` are what it sends back, word for word. */
export type ConsentsOnPage = {
  readonly title: string
  readonly lead: string
  /** In its place while the order costs nothing, and offers may follow it. */
  readonly freeLead: string
  readonly isRequired: boolean
  readonly texts: readonly Consent[]
}

export type Consent = { readonly kind: ConsentKind; readonly text: string }

/** What can begin early, of what a seller sells; null: nothing of it can. */
export function earlyStartOf(sells: Sells): EarlyStart | null {
  return sells === 'digital' || sells === 'service' ? sells : null
}

/** What is asked with a paid purchase; null: nothing, by what is sold, by the law or by the seller's choice. */
export function askedConsent(sale: BeforeSale): AskedConsent | null {
  const { withdrawalDays, sellerCountry, hasFiles } = sale
  const kind = earlyStartOf(sale.sells ?? (hasFiles ? 'digital' : 'service'))
  const earlyStart = sale.earlyStart ?? (asksForConsent(sellerCountry) ? 'offered' : 'not_asked')
  if (kind === null || earlyStart === 'not_asked') return null
  const days = Math.max(lawOf(sellerCountry)?.days ?? 0, withdrawalDays ?? 0)
  return { kind, isRequired: earlyStart === 'required', hasFiles, days }
}

/** What there is to tick. */
export function consentsOf(kind: EarlyStart): readonly Consent[] {
  const { early_start: start, loss_of_right: loss } = consentTexts[kind]
  return [
    { kind: 'early_start', text: start },
    { kind: 'loss_of_right', text: loss },
  ]
}

/** The group of a page that is opened at an instant, in milliseconds. */
export function consentsOnPage(asked: AskedConsent, instant: number): ConsentsOnPage {
  const { kind, isRequired, hasFiles, days } = asked
  const day = dayText(endOfPeriod(new Date(instant), days).getTime())
  const later = consumerTexts.later[kind === 'digital' && hasFiles ? 'files' : kind](day)
  return {
    title: consumerTexts.group[kind],
    lead: isRequired ? consumerTexts.required : later,
    freeLead: isRequired ? consumerTexts.required : consumerTexts.later.added(day),
    isRequired,
    texts: consentsOf(kind),
  }
}

/**
 * What is wrong with what a buyer consents to, by field; nothing: it can be taken. `trial` is what they have to agree to
 * before a trial; null: none begins.
 */
export function consentProblems(
  asked: AskedConsent | null,
  given: readonly Consent[],
  trial: string | null,
): Readonly<Record<string, string>> {
  const early = asked === null ? [] : consentsOf(asked.kind)
  const texts = new Map<ConsentKind, string>(early.map(({ kind, text }) => [kind, text]))
  if (trial !== null) texts.set('trial', trial)
  const wrong = given.flatMap(({ kind, text }, index): [string, string][] => {
    if (texts.get(kind) !== text) return [[`consents.${index}.text`, consumerTexts.changed]]
    const isTwice = given.findIndex((one) => one.kind === kind) < index
    return isTwice ? [[`consents.${index}.kind`, consumerTexts.twice]] : []
  })
  const misses = (wanted: ConsentKind) => given.every(({ kind }) => kind !== wanted)
  const isMissing = asked?.isRequired === true && early.some(({ kind }) => misses(kind))
  return {
    ...Object.fromEntries(wrong),
    ...(isMissing && { consents: consumerTexts.required }),
    ...(trial !== null && misses('trial') && { consents: consumerTexts.trial }),
  }
}
