import type {
  ConsentKind,
  EarlyStart,
  Sells,
  SellerPoliciesTable,
} from '#foundation/db/tables/consumer-law.ts'
import { say } from '#foundation/language/t.ts'
import { dayText } from '#foundation/time/day-text.ts'
import { asksForConsent, lawOf, endOfPeriod } from './laws.ts'
import { consentTexts, consumerTexts } from './texts.ts'

/** A sale that has not been made yet. The parts of the policy are null if the seller has not set one. */
type BeforeSale = {
  readonly sells: Sells | null
  readonly withdrawalDays: number | null
  readonly earlyStart: SellerPoliciesTable['earlyStart'] | null
  /** The country from the seller's invoice details, or else from their Stripe account. Null if unknown. */
  readonly sellerCountry: string | null
  readonly hasFiles: boolean
}

export type AskedConsent = {
  readonly kind: EarlyStart
  readonly isRequired: boolean
  /** Whether the sale includes files. Without consent we hold back the files. Everything else is up to the seller. */
  readonly hasFiles: boolean
  /** The number of days in which buyers can withdraw if they do not consent. */
  readonly days: number
}

/** The consents as a payment page shows them. It sends `texts` back word for word. */
export type ConsentsOnPage = {
  readonly title: string
  readonly lead: string
  /** The introduction shown while the order is free but offers may follow. */
  readonly freeLead: string
  readonly isRequired: boolean
  readonly texts: readonly Consent[]
}

export type Consent = { readonly kind: ConsentKind; readonly text: string }

/** The kind of early start that applies to what the seller sells, or null if none does. */
export function earlyStartOf(sells: Sells): EarlyStart | null {
  return sells === 'digital' || sells === 'service' ? sells : null
}

/** The consent that a paid purchase asks for. Null if the kind of sale, the law or the seller's choice rules it out. */
export function askedConsent(sale: BeforeSale): AskedConsent | null {
  const { withdrawalDays, sellerCountry, hasFiles } = sale
  const kind = earlyStartOf(sale.sells ?? (hasFiles ? 'digital' : 'service'))
  const earlyStart = sale.earlyStart ?? (asksForConsent(sellerCountry) ? 'offered' : 'not_asked')
  if (kind === null || earlyStart === 'not_asked') return null
  const days = Math.max(lawOf(sellerCountry)?.days ?? 0, withdrawalDays ?? 0)
  return { kind, isRequired: earlyStart === 'required', hasFiles, days }
}

export function consentsOf(kind: EarlyStart): readonly Consent[] {
  const { early_start: start, loss_of_right: loss } = consentTexts[kind]
  return [
    { kind: 'early_start', text: say(start) },
    { kind: 'loss_of_right', text: say(loss) },
  ]
}

/** The consents for a page opened at `instant`, in milliseconds. */
export function consentsOnPage(asked: AskedConsent, instant: number): ConsentsOnPage {
  const { kind, isRequired, hasFiles, days } = asked
  const day = dayText(endOfPeriod(new Date(instant), days).getTime())
  const later = consumerTexts.later[kind === 'digital' && hasFiles ? 'files' : kind](day)
  return {
    title: say(consumerTexts.group[kind]),
    lead: isRequired ? say(consumerTexts.required) : later,
    freeLead: isRequired ? say(consumerTexts.required) : consumerTexts.later.added(day),
    isRequired,
    texts: consentsOf(kind),
  }
}

/**
 * The problems with consents, by field. Consents must be the texts that are shown now. `trial` is null if no
 * trial begins.
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
    if (texts.get(kind) !== text) return [[`consents.${index}.text`, say(consumerTexts.changed)]]
    const isTwice = given.findIndex((one) => one.kind === kind) < index
    return isTwice ? [[`consents.${index}.kind`, say(consumerTexts.twice)]] : []
  })
  const misses = (wanted: ConsentKind) => given.every(({ kind }) => kind !== wanted)
  const isMissing = asked?.isRequired === true && early.some(({ kind }) => misses(kind))
  return {
    ...Object.fromEntries(wrong),
    ...(isMissing && { consents: say(consumerTexts.required) }),
    ...(trial !== null && misses('trial') && { consents: say(consumerTexts.trial) }),
  }
}
