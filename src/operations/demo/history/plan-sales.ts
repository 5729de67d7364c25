import { type Random, randomFrom } from '#foundation/values/random.ts'
import type { PurchaseSource } from '#payments/purchases/source.ts'
import { type DemoForm, demoForms, historyCoupons } from '../demo-shop.ts'
import { day, expectedOn, historyDays, hour, timeOfDay } from './rhythm.ts'

/** What happens to a sale after its payment, or how its visitor left without paying. */
type Story =
  | 'dispute won'
  | 'dispute open'
  | 'card mended'
  | 'card fails'
  | 'canceled'
  | 'left at bank'
  | 'left at page'
  | 'withdrawal accepted'
  | 'withdrawal open'

/** A visitor to a payment page. Times are in Unix milliseconds. */
export type HistorySale = Person & {
  /** The idempotency key of the payment, which is the same for repeated requests. */
  readonly key: string
  readonly at: number
  readonly form: DemoForm
  readonly bumps: readonly string[]
  readonly coupon?: string
  readonly source?: PurchaseSource
  /** The test card, or null for a free form. */
  readonly card: string | null
  readonly isDeclined: boolean
  /** How many of the following offers are accepted, or undefined if the page is closed before the buyer decides. */
  readonly accepted?: number
  readonly refund?: { readonly at: number; readonly amount: number | 'all' }
  readonly story?: Story
}

const cards = ['visa', 'visa', 'visa', 'visa_debit', 'mastercard', 'mastercard', 'mastercard_debit', 'amex']
/** The links through which visitors come, in turn. Many links have no tags. */
const sources: readonly Pick<HistorySale, 'source'>[] = [
  { source: { source: 'newsletter', medium: 'email', campaign: 'spring' } },
  {},
  { source: { source: 'instagram', medium: 'social' } },
  { source: { source: 'newsletter', medium: 'email', campaign: 'welcome' } },
  {},
  { source: { ref: 'partner' } },
  { source: { referrer: 'www.google.com' } },
]
const declines = ['visa_chargeDeclined', 'visa_chargeDeclinedInsufficientFunds', 'chargeDeclinedExpiredCard']

/** The planned stories, each with its form and its day, counted from the first day. */
const stories: readonly { readonly index: number; readonly form: string; readonly story: Story }[] = [
  { index: 16, form: 'Letter club', story: 'card mended' },
  { index: 24, form: 'Letter club', story: 'canceled' },
  { index: 9, form: 'Studio circle', story: 'canceled' },
  { index: 21, form: 'Studio circle', story: 'card fails' },
  { index: 30, form: 'Studio circle', story: 'canceled' },
  { index: 33, form: 'Studio circle', story: 'card mended' },
  { index: 43, form: 'Watercolor course', story: 'dispute won' },
  { index: 57, form: 'Letter club', story: 'card fails' },
  { index: 84, form: 'Watercolor course', story: 'dispute open' },
]

/** The demo's past sales since a midnight UTC, in order. The same day always gives the same sales. */
export function planSales(start: Date): HistorySale[] {
  const random = randomFrom(90)
  const whoComes = gatherCrowd(random)
  const sales: HistorySale[] = []
  for (let index = 0; index <= historyDays; index += 1) {
    const midnight = start.getTime() + index * day
    const visits = expectedOn(start, index).flatMap(({ form, buyers }) =>
      Array.from({ length: drawn(random, buyers) }, () => ({ form, story: undefined })),
    )
    const told = stories.filter((one) => one.index === index)
    const all = [...visits, ...told.map(({ form, story }) => ({ form: formNamed(form), story }))]
    const timed = all.map((one) => ({ ...one, at: midnight + timeOfDay(random.next()) }))
    for (const { form, story, at } of timed.toSorted((one, other) => one.at - other.at)) {
      sales.push(...planVisit(random, whoComes(form), { form, at, story, number: sales.length }))
    }
  }
  return sales.toSorted((one, other) => one.at - other.at)
}

/** A random whole number with this average. */
function drawn(random: Random, mean: number): number {
  const swing = mean * (0.6 + 0.8 * random.next())
  return Math.floor(swing) + (random.chance(swing % 1) ? 1 : 0)
}

function formNamed(name: string): DemoForm {
  const form = demoForms.find((one) => one.name === name)
  if (form === undefined) throw new Error(`The demo has no form ${name}`)
  return form
}

/** Returns the next visitor, usually a new one, and never one who has bought the form before. */
function gatherCrowd(random: Random): (form: DemoForm) => Person {
  const people: Person[] = []
  const known = new Set<string>()
  const bought = new Set<string>()
  return (form) => {
    const earlier = people.length > 0 && random.chance(0.27) ? random.pick(people) : undefined
    const isNew = earlier === undefined || bought.has(`${earlier.email} ${form.name}`)
    const person = isNew ? newPerson(random, known) : earlier
    if (isNew) people.push(person)
    known.add(person.email)
    bought.add(`${person.email} ${form.name}`)
    return person
  }
}

type Visit = {
  readonly form: DemoForm
  readonly at: number
  readonly story: Story | undefined
  readonly number: number
}

/** The visitor pays, or is declined and then usually pays with another card. */
function planVisit(random: Random, person: Person, visit: Visit): HistorySale[] {
  const { form, at, story, number } = visit
  const isFree = form.amount === 0
  const sale: HistorySale = {
    ...person,
    key: `demo-history-${number}`,
    at,
    form,
    bumps: (form.bumps ?? []).filter(() => random.chance(0.38)),
    ...couponOf(random, form),
    ...sources[number % sources.length],
    card: isFree ? null : cardOf(random, story),
    isDeclined: false,
    ...(random.chance(0.9) ? { accepted: Number(random.chance(0.34)) + Number(random.chance(0.2)) } : {}),
    ...(story === undefined && form.plan === undefined && !isFree ? refundOf(random, form, at) : {}),
    ...(story === undefined ? {} : { story }),
  }
  const isDeclined = !isFree && story === undefined && random.chance(0.08)
  if (!isDeclined) return [sale]
  const { refund: _, ...plain } = sale
  const refused = { ...plain, card: `pm_card_${random.pick(declines)}`, isDeclined: true }
  const again = { ...sale, key: `${sale.key}-again`, at: at + random.between(60, 200) * 1000 }
  return random.chance(0.6) ? [refused, again] : [refused]
}

function cardOf(random: Random, story: Story | undefined): string {
  if (story === 'dispute won') return 'pm_card_createDispute'
  if (story === 'dispute open') return 'pm_card_createDisputeProductNotReceived'
  return `pm_card_${random.pick(cards)}`
}

function couponOf(random: Random, form: DemoForm): { readonly coupon?: string } {
  if (form.plan !== undefined || form.amount === 0) return {}
  const fitting = historyCoupons.filter(({ forms }) => forms === null || forms.includes(form.name))
  return random.chance(0.16) ? { coupon: random.pick(fitting).code } : {}
}

/** One sale in thirty is refunded, a third of them in part. */
function refundOf(random: Random, form: DemoForm, at: number): Pick<HistorySale, 'refund'> {
  if (!random.chance(0.035)) return {}
  const amount = random.chance(0.35) ? Math.round(form.amount / 4) : 'all'
  return { refund: { at: at + random.between(20, 190) * hour, amount } }
}

type Person = { readonly name: string; readonly email: string }

const firstNames =
  'Ada Adele Aisha Akira Alba Amina Anders Anika Anton Arjun Astrid Beatriz Ben Bianca Björn Callum Carla Chiara Daan Daniela Dilan Edith Elena Elif Emil Esther Farid Fatima Felix Freya Gabriel Greta Hana Hugo Imani Ines Ingrid Ismael Jana Joaquín Johanna Kai Kenji Laila Leon Linh Lukas Malik Maren Marta Mateo Maya Milan Mina Naomi Nils Nora Oksana Omar Oscar Paloma Petra Priya Rafael Rania Rosa Ruben Sana Santiago Sara Selma Simon Sofia Sven Tariq Teresa Theo Tomas Uma Valentina Vera Viktor Wei Wilma Yara Yusuf Zoe'.split(
    ' ',
  )
const lastNames =
  'Abbott Adeyemi Ahmed Andersen Araujo Bakker Banerjee Bauer Becker Bergman Blanc Brandt Castillo Chen Christensen Costa Cruz Dahlberg Demir Diaz Dubois Eriksen Ferrari Fischer Fontaine Fraser Garcia Gruber Haddad Hansen Hayashi Herrera Hoffmann Hughes Ibrahim Ito Jansen Johansson Kaya Kelly Khan Kim Kowalski Krüger Kumar Larsen Laurent Lopez Lund Mancini Marin Martins Mbeki Mendoza Meyer Moreau Morris Nakamura Nguyen Nowak Okeke Olsen Ortega Park Pereira Petrov Rao Reyes Ricci Rossi Russo Sato Schmidt Silva Singh Sørensen Stein Tan Torres Vega Vogel Walsh Wang Weiss Wright Yilmaz Zhang Ziegler'.split(
    ' ',
  )

/** A person whose email address is not in `known`. */
function newPerson(random: Random, known: ReadonlySet<string>): Person {
  for (;;) {
    const name = `${random.pick(firstNames)} ${random.pick(lastNames)}`
    const email = `${asAddress(name)}@example.com`
    if (!known.has(email)) return { name, email }
  }
}

function asAddress(name: string): string {
  const letters = name.toLowerCase().replaceAll('ø', 'o').normalize('NFD')
  return letters.replaceAll(/\p{M}/gu, '').replaceAll(/[^a-z]+/g, '.')
}
