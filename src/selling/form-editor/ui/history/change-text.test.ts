import { expect, test } from 'vitest'
import { changeText } from './change-text.ts'

const said = (field: string, item: string | null, before: unknown, after: unknown) =>
  changeText({ field, item, before: value(before), after: value(after) }, 'usd')

function value(of: unknown): string | number | boolean | null {
  return typeof of === 'string' || typeof of === 'number' || typeof of === 'boolean' ? of : null
}

test.for([
  ['priceType', 'OneTimePrice', 'RecurringPrice', 'Price type: from One Time to Recurring'],
  ['billingPeriod', 'Daily', 'Monthly', 'Billing period: from Daily to Monthly'],
  ['colorScheme', 'automatic', 'dark', 'Light or dark: from Match device (light when embedded) to Dark'],
  ['imageFit', 'wide', 'square', 'Picture shape: from Wide, 16:9 to Square'],
  ['contentLanguage', 'en', 'de', 'Your language: from English to German'],
  ['cancelAfter', 0, 6, 'Cancel after: from None to 6'],
  ['setupAmount', 0, 5, 'Set-up fee: from $0.00 to $5.00'],
  ['payoffDiscount', 0, 10, 'Early payoff discount: from None to 10%'],
  ['title', 'Six weeks', 'Eight weeks', 'Title: from Six weeks to Eight weeks'],
  ['buttonText', '', 'Buy', 'Button text: from None to Buy'],
  ['image', '/pictures/one.webp', '/pictures/two.webp', 'Picture changed'],
  ['texts', null, null, 'Translations changed'],
] as const)(
  'the history shows a changed %s in the same way as the editor',
  ([field, before, after, text]) => {
    expect(said(field, null, before, after)).toBe(text)
  },
)

test.for([
  ['bumps', 'Brushes', null, 9, 'Order bump “Brushes” added, $9.00'],
  ['timers', 'Last day', null, true, 'Timer “Last day” added'],
  ['timers', 'Last day', true, null, 'Timer “Last day” removed'],
  ['tax', 'VAT', null, 19, 'Tax “VAT” added'],
  ['tax.percentage', 'VAT', 19, 7, 'Tax “VAT”, Rate: from 19% to 7%'],
  ['bumps.isOn', 'Brushes', true, false, 'Order bump “Brushes”, Active: from On to Off'],
  ['bumps.isActive', 'Brushes', true, false, 'Order bump “Brushes”, Active: from On to Off'],
  ['prices.isDefault', 'Team', false, true, 'Price “Team”, Default: from Off to On'],
  ['bumps', null, null, null, 'Order bump: order changed'],
] as const)('the history describes a change of %s (%s)', ([field, item, before, after, text]) => {
  expect(said(field, item, before, after)).toBe(text)
})
