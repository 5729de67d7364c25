import { expect, test } from 'vitest'
import { newFormValues } from '../editor/form-values.ts'
import { timerPricesOf } from './timer-prices-of.ts'

const single = { ...newFormValues(), priceId: 'single', priceLabel: 'Single', amount: 49 }

test('a seller can choose a timer’s price only if there are several', () => {
  const one = timerPricesOf(single)
  expect(one).toMatchObject({ hasSeveral: false, firstName: null })
  expect(one.choices).toMatchObject([{ id: 'single', name: 'Single', isRetired: false }])
  const two = timerPricesOf({
    ...single,
    prices: [{ id: 'team', label: 'Team', amount: 99, state: 'retired' }],
  })
  expect(two).toMatchObject({ hasSeveral: true, firstName: 'Single', hasNew: false })
  expect(two.choices).toMatchObject([{ id: 'single' }, { id: 'team', name: 'Team', isRetired: true }])
})

test('an unsaved price cannot have a timer', () => {
  const prices = timerPricesOf({ ...single, prices: [{ label: 'New', amount: 5 }] })
  expect(prices).toMatchObject({ hasSeveral: true, hasNew: true, choices: [{ id: 'single' }] })
})
