import { z } from 'zod'
import { msg, t } from '#foundation/language/t.ts'
import { messages } from '#foundation/http/contract/messages.ts'
import { fieldText } from '#foundation/http/input/field-text.ts'
import { line, number, requiredLine, uuid } from '#foundation/http/input/fields.ts'
import { translatedTexts } from '#foundation/http/input/translated-texts.ts'
import { amountField, givenAmount } from '#selling/products/contract.ts'

export const priceTypes = ['OneTimePrice', 'RecurringPrice'] as const
export const billingPeriods = ['Daily', 'Weekly', 'Monthly', 'Yearly'] as const
export const periodLabels = {
  Daily: msg('Daily'),
  Weekly: msg('Weekly'),
  Monthly: msg('Monthly'),
  Yearly: msg('Yearly'),
} as const
const priceStates = ['listed', 'hidden', 'retired'] as const

/** Stripe's longest trial, in days. */
const longestTrial = 730

/** The maximum length of a price's name, in characters. */
export const longestLabel = 60

/** The maximum number of buttons with suggested amounts. */
export const mostPresets = 4

/** The fields of any price of a form. */
export const priceFields = {
  /** The amount in major units, as everywhere in the API. */
  amount: amountField,
  /** Whether buyers choose the amount, from `amount` up. Ignored for a recurring price. */
  isOpen: z.boolean({ error: fieldText }).default(false),
  /** The prefilled amount, in major units, or null for the minimum. */
  suggestedAmount: givenAmount.default(null),
  /** The amounts of the buttons next to the field, in major units. Nulls are dropped. */
  presetAmounts: z
    .array(givenAmount)
    .max(mostPresets)
    .transform((amounts) => amounts.filter((amount) => amount !== null))
    .default([]),
  priceType: z.enum(priceTypes, { error: fieldText }).default('OneTimePrice'),
  /** Limited depending on the period (see `intervalProblem`). */
  billingInterval: number.min(1).int().default(1),
  billingPeriod: z.enum(billingPeriods, { error: fieldText }).default('Daily'),
  cancelAfter: number.min(0).max(10_000).int().default(0),
  /** The number of days before a recurring price's first full payment, or 0 for no trial. */
  trialDays: number.min(0).max(longestTrial).int().default(0),
  /** The trial's price in major units. At 0, the card is only stored. */
  trialAmount: amountField,
  /** An amount charged once with the first payment of a recurring price, in major units. */
  setupAmount: amountField,
  /** Empty for “Set-up fee”. */
  setupLabel: line(longestLabel).default(''),
  /** The discount on the remaining installments if the buyer pays them early, in percent. */
  payoffDiscount: number.min(0).max(90).int().default(0),
}

/** The fields for the trial, set-up fee and early payoff. */
export const termNames = ['trialDays', 'trialAmount', 'setupAmount', 'setupLabel', 'payoffDiscount'] as const
/** The pay-what-you-want fields. */
export const openNames = ['isOpen', 'suggestedAmount', 'presetAmounts'] as const
/** The terms of a price that are amounts. */
export const termAmounts = ['trialAmount', 'setupAmount'] as const

/** A price's texts in further languages. */
export const translatedPrice = translatedTexts({ label: line(longestLabel), setupLabel: line(longestLabel) })

/** A price that buyers can choose instead of the form's first one. */
export const furtherPrice = z.object({
  /** Null or missing for a new price. */
  id: uuid.nullable().default(null),
  label: requiredLine(longestLabel),
  ...priceFields,
  /**
   * A `hidden` price opens only through its link. A `retired` one is no longer sold, but its subscriptions continue.
   */
  state: z.enum(priceStates, { error: fieldText }).default('listed'),
  /** Whether this price is selected when the page opens. If none is, the first one is selected. */
  isDefault: z.boolean({ error: fieldText }).default(false),
  texts: translatedPrice,
})
export type FurtherPrice = z.output<typeof furtherPrice>

/** The maximum number of prices besides the first. */
export const mostFurtherPrices = 11

export const furtherPrices = z
  .array(furtherPrice)
  .max(mostFurtherPrices, {
    error: () => t('A form can have at most {most} prices', { most: mostFurtherPrices + 1 }),
  })
  .superRefine((prices, context) => {
    for (const [place, { isDefault, state }] of prices.entries()) {
      if (!isDefault) continue
      const isSecond = prices.findIndex((price) => price.isDefault) < place
      const message = isSecond
        ? t('Only one price can be the default')
        : state === 'listed'
          ? undefined
          : t('A hidden price cannot be the default')
      if (message !== undefined) context.addIssue({ code: 'custom', path: [place, 'isDefault'], message })
    }
  })

/** Stripe's longest billing cycle, three years, in each billing period. */
export const longestCycle = { Daily: 1095, Weekly: 156, Monthly: 36, Yearly: 3 } as const

type Cycle = {
  readonly billingPeriod: keyof typeof longestCycle
  readonly billingInterval: number
}

/**
 * The error if a billing interval is too long in its period, or null. It is checked even while the price is one-time.
 */
export function intervalProblem({ billingPeriod, billingInterval }: Cycle): string | null {
  const longest = longestCycle[billingPeriod]
  return billingInterval > longest ? messages.atMost(longest) : null
}
