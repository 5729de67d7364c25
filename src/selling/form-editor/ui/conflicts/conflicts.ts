import { languageName } from '#foundation/language/language-name.ts'
import { listText } from '#foundation/language/list.ts'
import { msg, say, t, type Message } from '#foundation/language/t.ts'
import type { Translations } from '#foundation/language/translations.ts'
import { formatAmount, parseAmount } from '#foundation/money/amount.ts'
import { characterStart, cutText } from '#foundation/text/cut-text.ts'
import { pickFields } from '#foundation/values/pick-fields.ts'
import { isSame } from '#foundation/values/is-same.ts'
import { formCreate, type FormCreate } from '#selling/forms/contract.ts'
import { openNames, termNames } from '#selling/forms/price/further-price.ts'
import { clashingTexts, mergedTexts, textAt } from '../draft/merge-texts.ts'
import { choiceText } from '../editor/choice-text.ts'
import { changesOf, type FormValues } from '../editor/form-values.ts'

type Name = keyof FormCreate

/** A field that was changed differently here and elsewhere since the form was opened. */
export type Conflict = { readonly name: Name; readonly theirs: unknown; readonly mine: unknown }

/** Fields that are merged item by item, so that no change replaces another. */
const mergedApart: readonly Name[] = [
  ...(['timers', 'bumps', 'bumpRules', 'otoSequenceList', 'files', 'fields', 'blocks'] as const),
  ...(['prices', 'priceId'] as const),
]
/** The fields of the first price, which are in the form itself. */
const ofFirstPrice: readonly Name[] = [
  ...(['priceLabel', 'amount', 'priceType', 'billingInterval', 'billingPeriod', 'cancelAfter'] as const),
  ...openNames,
  ...termNames,
  'priceTexts',
]

/**
 * The fields in which a save would overwrite someone else's later change. If a different price has become the first,
 * the first price's fields are not compared.
 */
export function findConflicts(began: FormValues, edited: FormCreate, current: FormValues): Conflict[] {
  const [before, theirs] = [formCreate.safeParse(began).data, formCreate.safeParse(current).data]
  // Values stored under older rules must not count as changes.
  if (before === undefined || theirs === undefined) return []
  const sent = changesOf(began, edited)
  const isSameFirst = before.priceId === theirs.priceId && before.priceId === edited.priceId
  return (
    formCreate
      .keyof()
      .options.filter((name) => Object.hasOwn(sent, name))
      .filter((name) => !mergedApart.includes(name) && (isSameFirst || !ofFirstPrice.includes(name)))
      .filter((name) => !isSame(theirs[name], before[name]) && !isSame(theirs[name], edited[name]))
      // Two people can translate into different languages.
      .filter(
        (name) => name !== 'texts' || clashingTexts(before.texts, edited.texts, theirs.texts).length > 0,
      )
      .map((name) => ({ name, theirs: theirs[name], mine: edited[name] }))
  )
}

/** The typed values, with these fields replaced by their stored values. */
export function withTheirs(
  began: FormValues,
  edited: FormCreate,
  current: FormValues,
  conflicts: readonly Conflict[],
): FormCreate {
  const present = formCreate.parse(current)
  const theirs = pickFields(
    present,
    conflicts.map(({ name }) => name),
  )
  const texts = theirs.texts && mergedTexts(began.texts ?? {}, present.texts, edited.texts)
  return { ...edited, ...theirs, ...(texts && { texts }) }
}

export const fieldLabels: Readonly<Partial<Record<keyof FormCreate, Message>>> = {
  name: msg('Internal name'),
  title: msg('Title'),
  description: msg('Description'),
  descriptionFormat: msg('Description format'),
  image: msg('Picture'),
  imageFit: msg('Picture shape'),
  imageFocus: msg('Visible part'),
  pictures: msg('More pictures'),
  video: msg('Video'),
  redirectUrl: msg('Redirect URL'),
  successMessage: msg('Success message'),
  termsUrl: msg('Terms link'),
  guarantee: msg('Guarantee'),
  taxId: msg('Tax'),
  taxMode: msg('Kind of tax'),
  priceLabel: msg('First price name'),
  amount: msg('Amount'),
  isOpen: msg('Pay what you want'),
  suggestedAmount: msg('Suggested amount'),
  presetAmounts: msg('Buttons'),
  priceType: msg('Price type'),
  currency: msg('Currency'),
  billingInterval: msg('Billing interval'),
  billingPeriod: msg('Billing period'),
  cancelAfter: msg('Cancel after'),
  trialDays: msg('Trial days'),
  trialAmount: msg('Trial price'),
  setupAmount: msg('Set-up fee'),
  setupLabel: msg('Fee name'),
  payoffDiscount: msg('Early payoff discount'),
  allowsPriceChange: msg('Let buyers switch plans'),
  allowsPause: msg('Let buyers pause'),
  renewalNoticeDays: msg('Renewal notice'),
  noticesShortRenewals: msg('Notices of short renewals'),
  quantityLabel: msg('Quantity label'),
  quantityMin: msg('Minimum quantity'),
  quantityMax: msg('Maximum quantity'),
  stockLimit: msg('Quantity available'),
  priceGracePeriod: msg('Price hold'),
  buttonText: msg('Button text'),
  buttonTextColor: msg('Button text color'),
  themeColor: msg('Theme color'),
  colorScheme: msg('Light or dark'),
  languages: msg('Page languages'),
  contentLanguage: msg('Your language'),
  texts: msg('Translations'),
  priceTexts: msg('Translated price names'),
  asksFor: msg('Details for the invoice'),
  sellsToBusinesses: msg('Business buyers'),
  oneTimeOffer: msg('One-time offer'),
  pauseMessage: msg('Paused message'),
}

const amounts: readonly (keyof FormCreate)[] = ['amount', 'suggestedAmount', 'trialAmount', 'setupAmount']
/** Reference fields, whose values are ids. */
const chosen: readonly (keyof FormCreate)[] = ['image', 'taxId', 'oneTimeOffer']
const switches: ReadonlyMap<unknown, Message> = new Map([
  [true, msg('On')],
  [false, msg('Off')],
])

/** How many characters of a long text are shown. */
const longest = 160
const before = 40

/** The field's label and both values, shortened. */
export function conflictWords({ name, theirs, mine }: Conflict, currency: string) {
  const known = fieldLabels[name]
  const label = known === undefined ? name : say(known)
  if (typeof theirs === 'string' && typeof mine === 'string' && !chosen.includes(name)) {
    const from = partingOf(theirs, mine)
    const words = (text: string) => choiceText(name, text) ?? shortText(text, from)
    return { label, theirs: words(theirs), mine: words(mine) }
  }
  if (isTexts(name, theirs) && isTexts(name, mine)) {
    // Enough characters to recognize which translations differ.
    const [place = ['', '']] = clashingTexts({}, mine, theirs)
    const [one, other] = [textAt(theirs, place), textAt(mine, place)]
    const from = partingOf(one, other)
    const named = `${label} (${languageName(place[0], 'en')})`
    return { label: named, theirs: shortText(one, from), mine: shortText(other, from) }
  }
  return {
    label,
    theirs: chosenText(name, theirs, t('Another one'), currency),
    mine: chosenText(name, mine, t('The one you chose'), currency),
  }
}

function isTexts(name: keyof FormCreate, value: unknown): value is Translations {
  return name === 'texts' && typeof value === 'object' && value !== null
}

/** Describes a field's value in words. `one` describes values that cannot be shown. */
export function chosenText(name: keyof FormCreate, value: unknown, one: string, currency: string): string {
  if (value === null || value === undefined || value === '') return t('None')
  if (chosen.includes(name)) return one
  if (typeof value === 'number' && amounts.includes(name)) return amountText(value, currency)
  if (Array.isArray(value))
    return (
      listText(
        value.map((each) => amountText(Number(each), currency)),
        'unit',
      ) || t('None')
    )
  const choice = switches.get(value)
  if (choice !== undefined) return say(choice)
  return typeof value === 'number' ? String(value) : one
}

function amountText(major: number, currency: string): string {
  const parsed = parseAmount(major, currency)
  return parsed.ok ? formatAmount(parsed.minor, currency) : String(major)
}

/** The index where two texts begin to differ. */
function partingOf(one: string, other: string): number {
  let place = 0
  while (place < one.length && one[place] === other[place]) place += 1
  return place
}

function shortText(text: string, from: number): string {
  if (text === '') return t('None')
  const start = from <= longest - before ? 0 : characterStart(text, from - before)
  return `${start === 0 ? '' : '…'}${cutText(text.slice(start), longest)}`
}
