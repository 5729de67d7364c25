import { msg, say, t, type Message } from '#foundation/language/t.ts'
import { isCurrencyCode } from '#foundation/money/currencies.ts'
import { formCreate } from '#selling/forms/contract.ts'
import { changedRules, ruleOf } from '../editor/bump-rules.ts'
import { type FormValues, shownValues, idsOf } from '../editor/form-values.ts'
import { couponFindings } from './coupon-findings.ts'
import { timerFindings } from './timer-findings.ts'
import { pricesOf } from '../prices/arrange-prices.ts'
import type { Checked, Finding } from './finding.ts'
import { priceFindings, lookFindings } from './price-and-look-findings.ts'

/** All findings about a form, problems first. Empty if it is ready to sell. */
export function findingsOf(checked: Checked): Finding[] {
  const special = [
    ...priceFindings(checked),
    ...bumpFindings(checked, 'bumps'),
    ...inactiveFindings(checked),
    ...hiddenFindings(checked),
    ...offerFindings(checked),
    ...bumpFindings(checked, 'otoSequenceList'),
    ...taxFindings(checked),
    ...timerFindings(checked),
    ...couponFindings(checked),
    ...lookFindings(checked),
  ]
  const found = [...special, ...fieldFindings(checked, new Set(special.map(({ field }) => field)))]
  return found.toSorted((first, second) => weights[first.weight] - weights[second.weight])
}

const weights = { problem: 0, advice: 1 } as const

/** Findings from the fields' validation, unless there is a better one. */
function fieldFindings({ values }: Checked, known: ReadonlySet<keyof FormValues>): Finding[] {
  if (!isCurrencyCode(values.currency)) return []
  const issues = formCreate.safeParse(shownValues(values)).error?.issues ?? []
  const names = new Set(issues.map(({ path }) => path[0]))
  if ((values.image ?? '') === '' && (values.video ?? '') === '') names.add('image')
  return Object.entries(fieldTexts).flatMap(([name, [field, text]]) =>
    names.has(name) && !known.has(field) ? [{ field, text: say(text), weight: 'problem', mend: null }] : [],
  )
}

const fieldTexts = {
  title: ['title', msg('The title needs at least 10 characters.')],
  description: ['description', msg('Add a description of what buyers get.')],
  image: ['image', msg('Add a picture or a video.')],
  blocks: ['blocks', msg('One of the blocks on the page is incomplete.')],
  video: ['video', msg('The video is not a YouTube link.')],
  amount: ['amount', msg('The amount is not a valid price.')],
  billingInterval: ['billingInterval', msg('Enter a billing interval of 1 or more.')],
  cancelAfter: ['cancelAfter', msg('Enter a number of payments of 0 or more.')],
  trialDays: ['trialDays', msg('Enter 0 to 730 trial days.')],
  trialAmount: ['trialAmount', msg('Enter a valid trial price.')],
  setupAmount: ['setupAmount', msg('Enter a valid set-up fee.')],
  suggestedAmount: ['suggestedAmount', msg('Enter a valid suggested amount.')],
  presetAmounts: ['presetAmounts', msg('Each button needs a valid amount, different from the others.')],
  payoffDiscount: ['payoffDiscount', msg('Enter an early payoff discount from 0 to 90%.')],
  setupLabel: ['setupLabel', msg('The set-up fee name is longer than 60 characters.')],
  priceLabel: ['priceLabel', msg('The first price name is longer than 60 characters.')],
  quantityLabel: ['quantityLabel', msg('The quantity label is longer than 60 characters.')],
  quantityMin: ['quantityMin', msg('Enter a minimum quantity from 1 to 9,999.')],
  quantityMax: ['quantityMax', msg('Enter a maximum quantity from the minimum to 9,999.')],
  stockLimit: ['stockLimit', msg('Enter an available quantity of 0 or more.')],
  prices: ['prices', msg('One of the price options has an error.')],
  priceGracePeriod: ['priceGracePeriod', msg('You can hold a price for 0 to 60 minutes.')],
  themeColor: ['themeColor', msg('The theme color is not a valid color.')],
  buttonTextColor: ['buttonTextColor', msg('The button text color is not a valid color.')],
  languages: ['languages', msg('Choose at least one page language.')],
  renewalNoticeDays: ['renewalNoticeDays', msg('Enter a renewal notice of 7 to 45 days.')],
  redirectUrl: ['redirectUrl', msg('The redirect URL is not valid.')],
  pauseMessage: ['pauseMessage', msg('The paused message is longer than 500 characters.')],
  guarantee: ['guarantee', msg('The guarantee is longer than 120 characters.')],
  termsUrl: ['termsUrl', msg('The terms URL is not valid.')],
} as const satisfies Record<string, readonly [keyof FormValues, Message]>

/** Finds a chosen one-time offer that cannot be sold with this form. */
function offerFindings({ values, known }: Checked): Finding[] {
  const [chosen = ''] = idsOf([values.oneTimeOffer ?? ''])
  const problem = chosen === '' ? null : choiceProblem(known.offers, chosen, values.currency, offerTexts)
  const mend = { label: t('Remove it'), changes: { oneTimeOffer: null } }
  return problem === null ? [] : [{ field: 'oneTimeOffer', text: problem, weight: 'problem', mend }]
}

/** Finds a chosen tax that is not charged. */
function taxFindings({ values: { taxId }, known: { taxes } }: Checked): Finding[] {
  if (taxes === undefined || (taxId ?? '') === '') return []
  const tax = taxes.find(({ id }) => id === taxId)
  if (tax?.active === true) return []
  const text =
    tax === undefined
      ? t('The tax no longer exists, so none is charged.')
      : t('The tax “{title}” is inactive, so it is not charged.', { title: tax.title })
  return [
    { field: 'taxId', text, weight: 'problem', mend: { label: t('Remove it'), changes: { taxId: null } } },
  ]
}

/** The texts about a chosen item that cannot be sold with this form. */
type ChoiceTexts = {
  readonly gone: () => string
  readonly inactive?: (title: string) => string
  readonly otherCurrency: (values: CurrencyValues) => string
}
type CurrencyValues = { readonly title: string; readonly price: string; readonly form: string }

const offerTexts: ChoiceTexts = {
  gone: () => t('The one-time offer no longer exists.'),
  inactive: (title) => t('The one-time offer “{title}” is inactive, so buyers do not see it.', { title }),
  otherCurrency: ({ title, price, form }) =>
    t('The one-time offer “{title}” cannot be used. Its price is in {price}, but this form is in {form}.', {
      title,
      price,
      form,
    }),
}
const bumpTexts = {
  bumps: {
    gone: () => t('One order bump no longer exists.'),
    otherCurrency: ({ title, price, form }: CurrencyValues) =>
      t('The order bump “{title}” cannot be used. Its price is in {price}, but this form is in {form}.', {
        title,
        price,
        form,
      }),
  },
  otoSequenceList: {
    gone: () => t('One bump in the offer sequence no longer exists.'),
    otherCurrency: ({ title, price, form }: CurrencyValues) =>
      t(
        'The bump “{title}” in the offer sequence cannot be used. Its price is in {price}, but this form is in {form}.',
        { title, price, form },
      ),
  },
} as const

/** Finds chosen bumps that cannot be sold with this form. */
function bumpFindings({ values, known }: Checked, field: keyof typeof bumpTexts): Finding[] {
  const ids = idsOf(values[field])
  return ids.flatMap((id) => {
    const mend = { label: t('Remove it'), changes: { [field]: ids.filter((other) => other !== id) } }
    const problem = choiceProblem(known.bumps, id, values.currency, bumpTexts[field])
    return problem === null ? [] : [{ field, text: problem, weight: 'problem' as const, mend }]
  })
}

/** Finds bumps that are switched off on this form. */
function inactiveFindings({ values, known: { bumps = [] } }: Checked): Finding[] {
  const { bumpRules } = values
  return idsOf(values.bumps).flatMap((id) => {
    const bump = bumps.find((one) => one.id === id)
    if (bump === undefined || ruleOf(bumpRules, id).isOn) return []
    const { title } = bump
    const text = t('The order bump “{title}” is inactive on this form, so buyers do not see it.', { title })
    const changes = { bumpRules: changedRules(bumpRules, id, { isOn: true }) }
    return [
      {
        field: 'bumps' as const,
        text,
        weight: 'advice' as const,
        mend: { label: t('Activate it'), changes },
      },
    ]
  })
}

/** Finds bumps that buyers do not see with any price. */
function hiddenFindings({ values, known: { bumps = [] } }: Checked): Finding[] {
  const { bumpRules } = values
  const prices = new Set(pricesOf(values).flatMap(({ id, state }) => (state === 'retired' ? [] : [id])))
  return idsOf(values.bumps).flatMap((id) => {
    const bump = bumps.find((one) => one.id === id)
    const { isOn, priceIds } = ruleOf(bumpRules, id)
    if (bump === undefined || !isOn || (priceIds?.some((price) => prices.has(price)) ?? true)) return []
    const { title } = bump
    const text = t('The order bump “{title}” is not shown with any price, so buyers do not see it.', {
      title,
    })
    const changes = { bumpRules: changedRules(bumpRules, id, { priceIds: null }) }
    const mend = { label: t('Show it with all prices'), changes }
    return [{ field: 'bumps' as const, text, weight: 'problem' as const, mend }]
  })
}

type Known = {
  readonly id: string
  readonly title: string
  readonly currency: string
  readonly isActive?: boolean
}

/** Why a chosen item cannot be sold with this form, or null if it can or the items are not loaded yet. */
function choiceProblem(
  items: readonly Known[] | undefined,
  id: string,
  currency: string,
  texts: ChoiceTexts,
): string | null {
  if (items === undefined) return null
  const item = items.find((one) => one.id === id)
  if (item === undefined) return texts.gone()
  const { title } = item
  if (item.isActive === false && texts.inactive !== undefined) return texts.inactive(title)
  if (item.currency === currency) return null
  return texts.otherCurrency({ title, price: item.currency.toUpperCase(), form: currency.toUpperCase() })
}
