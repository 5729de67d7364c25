import { z } from 'zod'
import { messages } from '#foundation/http/contract/messages.ts'
import { fieldText } from '#foundation/http/input/field-text.ts'
import { line, number, requiredLine, uuid } from '#foundation/http/input/fields.ts'
import { amountField, givenAmount } from '#selling/products/contract.ts'

export const priceTypes = ['OneTimePrice', 'RecurringPrice'] as const
export const billingPeriods = ['Daily', 'Weekly', 'Monthly', 'Yearly'] as const
const priceStates = ['listed', 'hidden', 'retired'] as const

/** In days: what the card provider takes. */
const longestTrial = 730

/** The longest that a price is called. */
export const longestLabel = 60

/** So many buttons offer an amount at most. */
export const mostPresets = 4

/** What a price is, be it a form's first one or another. */
export const priceFields = {
  /** In major units, as everywhere on the wire. */
  amount: amountField,
  /** Buyers name what they pay, `amount` at least. Means nothing of a recurring price. */
  isOpen: z.boolean({ error: fieldText }).default(false),
  /** What stands in their field at first, in major units; null: the least. */
  suggestedAmount: givenAmount.default(null),
  /** What buttons beside the field put there, in major units; null is left out. */
  presetAmounts: z
    .array(givenAmount)
    .max(mostPresets)
    .transform((amounts) => amounts.filter((amount) => amount !== null))
    .default([]),
  priceType: z.enum(priceTypes, { error: fieldText }).default('OneTimePrice'),
  /** At most what its period allows: `intervalProblem`. */
  billingInterval: number.min(1).int().default(1),
  billingPeriod: z.enum(billingPeriods, { error: fieldText }).default('Daily'),
  cancelAfter: number.min(0).max(10_000).int().default(0),
  /** A recurring price begins with so many days before its first full payment; 0: none. */
  trialDays: number.min(0).max(longestTrial).int().default(0),
  /** What these days cost, in major units; 0: the card is only kept. */
  trialAmount: amountField,
  /** Paid once with the first payment of a recurring price, in major units. */
  setupAmount: amountField,
  /** Empty: “Set-up fee”. */
  setupLabel: line(longestLabel).default(''),
  /** Per cent that the rest of a price that ends costs less where its buyer pays it early. */
  payoffDiscount: number.min(0).max(90).int().default(0),
}

/** What a price begins with, and what paying it early saves. */
export const termNames = ['trialDays', 'trialAmount', 'setupAmount', 'setupLabel', 'payoffDiscount'] as const
/** What is offered where buyers name the price. */
export const openNames = ['isOpen', 'suggestedAmount', 'presetAmounts'] as const
/** Those of the terms that are amounts. */
export const termAmounts = ['trialAmount', 'setupAmount'] as const

/** A price that buyers can choose in the place of the form's first one. */
export const furtherPrice = z.object({
  /** Null, or left out: a new one. */
  id: uuid.nullable().default(null),
  label: requiredLine(longestLabel),
  ...priceFields,
  /** `hidden`: only for who has its link. `retired`: no longer sold; what was bought at it goes on. */
  state: z.enum(priceStates, { error: fieldText }).default('listed'),
  /** Chosen when the page opens; where none is, the first one. */
  isDefault: z.boolean({ error: fieldText }).default(false),
})
export type FurtherPrice = z.output<typeof furtherPrice>

/** So many beside the first. */
export const mostFurtherPrices = 11

export const furtherPrices = z
  .array(furtherPrice)
  .max(mostFurtherPrices, { error: `A form can have at most ${mostFurtherPrices + 1} prices` })
  .superRefine((prices, context) => {
    for (const [place, { isDefault, state }] of prices.entries()) {
      if (!isDefault) continue
      const isSecond = prices.findIndex((price) => price.isDefault) < place
      const message = isSecond
        ? 'Only one price can be the default'
        : state === 'listed'
          ? undefined
          : 'A hidden price cannot be the default'
      if (message !== undefined) context.addIssue({ code: 'custom', path: [place, 'isDefault'], message })
    }
  })

/** The longest cycle that the card provider bills, three years, in each billing period. */
export const longestCycle = { Daily: 1095, Weekly: 156, Monthly: 36, Yearly: 3 } as const

type Cycle = {
  readonly billingPeriod: keyof typeof longestCycle
  readonly billingInterval: number
}

/** What is wrong with a billing interval in its period, or null, whether the price recurs now or may one day. */
export function intervalProblem({ billingPeriod, billingInterval }: Cycle): string | null {
  const longest = longestCycle[billingPeriod]
  return billingInterval > longest ? messages.atMost(longest) : null
}
