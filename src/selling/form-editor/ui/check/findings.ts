import { t } from '#foundation/language/t.ts'
import { isCurrencyCode } from '#foundation/money/currencies.ts'
import { formCreate } from '#selling/forms/contract.ts'
import { currencyProblem } from '#selling/products/ui/currency-problem.ts'
import { type FormValues, shownValues, idsOf } from '../editor/form-values.ts'
import { couponFindings } from './coupon-findings.ts'
import { timerFindings } from './timer-findings.ts'
import type { Checked, Finding } from './finding.ts'
import { priceFindings, lookFindings } from './price-and-look-findings.ts'

/** All findings about a form, problems first; empty: it is ready to sell. */
export function findingsOf(checked: Checked): Finding[] {
  const special = [
    ...priceFindings(checked),
    ...bumpFindings(checked, 'bumps'),
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

/** Findings from the fields' validation, unless a better one exists. */
function fieldFindings({ values }: Checked, told: ReadonlySet<keyof FormValues>): Finding[] {
  if (!isCurrencyCode(values.currency)) return []
  const issues = formCreate.safeParse(shownValues(values)).error?.issues ?? []
  const names = new Set(issues.map(({ path }) => path[0]))
  if ((values.image ?? '') === '' && (values.video ?? '') === '') names.add('image')
  return Object.entries(fieldTexts).flatMap(([name, [field, text]]) =>
    names.has(name) && !told.has(field) ? [{ field, text, weight: 'problem', mend: null }] : [],
  )
}

const fieldTexts = {
  title: ['title', 'The title needs at least 10 characters.'],
  description: ['description', 'Add a description of what buyers get.'],
  image: ['image', 'Add a picture or a video.'],
  video: ['video', 'The video is not a YouTube link.'],
  amount: ['amount', 'The amount is not a valid price.'],
  billingInterval: ['billingInterval', 'Enter a billing interval of 1 or more.'],
  cancelAfter: ['cancelAfter', 'Enter a number of payments of 0 or more.'],
  trialDays: ['trialDays', 'Enter 0 to 730 trial days.'],
  trialAmount: ['trialAmount', 'Enter a valid trial price.'],
  setupAmount: ['setupAmount', 'Enter a valid set-up fee.'],
  suggestedAmount: ['suggestedAmount', 'Enter a valid suggested amount.'],
  presetAmounts: ['presetAmounts', 'Each button needs a valid amount, different from the others.'],
  payoffDiscount: ['payoffDiscount', 'Enter an early payoff discount from 0 to 90%.'],
  setupLabel: ['setupLabel', 'The set-up fee name is longer than 60 characters.'],
  priceLabel: ['priceLabel', 'The first price name is longer than 60 characters.'],
  quantityLabel: ['quantityLabel', 'The quantity label is longer than 60 characters.'],
  quantityMin: ['quantityMin', 'Enter a minimum quantity from 1 to 9,999.'],
  quantityMax: ['quantityMax', 'Enter a maximum quantity from the minimum to 9,999.'],
  stockLimit: ['stockLimit', 'Enter an available quantity of 0 or more.'],
  prices: ['prices', 'One of the price options has an error.'],
  priceGracePeriod: ['priceGracePeriod', 'You can hold a price for 0 to 60 minutes.'],
  themeColor: ['themeColor', 'The theme color is not a valid color.'],
  buttonTextColor: ['buttonTextColor', 'The button text color is not a valid color.'],
  redirectUrl: ['redirectUrl', 'The redirect URL is not valid.'],
  pauseMessage: ['pauseMessage', 'The paused message is longer than 500 characters.'],
  termsUrl: ['termsUrl', 'The terms URL is not valid.'],
} as const satisfies Record<string, readonly [keyof FormValues, string]>

/** A chosen one-time offer that cannot be sold with this form. */
function offerFindings({ values, known }: Checked): Finding[] {
  const [chosen = ''] = idsOf([values.oneTimeOffer ?? ''])
  const problem =
    chosen === '' ? null : choiceProblem(known.offers, chosen, values.currency, 'one-time offer')
  const mend = { label: t('Remove it'), changes: { oneTimeOffer: null } }
  return problem === null ? [] : [{ field: 'oneTimeOffer', text: problem, weight: 'problem', mend }]
}

/** A chosen tax that is not charged. */
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

const roles = { bumps: 'order bump', otoSequenceList: 'bump in the offer sequence' } as const

/** Chosen bumps that cannot be sold with this form. */
function bumpFindings({ values, known }: Checked, field: keyof typeof roles): Finding[] {
  const ids = idsOf(values[field])
  return ids.flatMap((id) => {
    const mend = { label: t('Remove it'), changes: { [field]: ids.filter((other) => other !== id) } }
    const problem = choiceProblem(known.bumps, id, values.currency, roles[field])
    return problem === null ? [] : [{ field, text: problem, weight: 'problem' as const, mend }]
  })
}

type Known = {
  readonly id: string
  readonly title: string
  readonly currency: string
  readonly isActive?: boolean
}

/** The reason why a chosen item cannot be sold with this form; null if it can, or the items are not loaded yet. */
function choiceProblem(
  things: readonly Known[] | undefined,
  id: string,
  currency: string,
  role: string,
): string | null {
  if (things === undefined) return null
  const thing = things.find((one) => one.id === id)
  if (thing === undefined) return t('One {role} no longer exists.', { role })
  if (thing.isActive === false)
    return t('The {role} “{title}” is inactive, so buyers do not see it.', { role, title: thing.title })
  const problem = currencyProblem(thing.currency, currency)
  return problem === null
    ? null
    : t('The {role} “{title}” cannot be used. {problem}.', { role, title: thing.title, problem })
}
