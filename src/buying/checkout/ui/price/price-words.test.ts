import { expect, test } from 'vitest'
import { formatAmount } from '#foundation/money/amount.ts'
import type { FormPrice } from '#payments/pricing/price-purchase.ts'
import { priceWords } from './price-words.ts'

type Plan = readonly [
  amount: number,
  period?: 'Daily' | 'Weekly' | 'Monthly' | 'Yearly',
  payments?: number,
  interval?: number,
]

const priced = (
  [amount, billingPeriod, cancelAfter = 0, billingInterval = 1]: Plan,
  place: number,
): FormPrice => ({
  id: `${place}`,
  label: `Price ${place}`,
  title: `A course: Price ${place}`,
  amount: Math.round(amount * 100),
  timers: [],
  recurrence: billingPeriod === undefined ? null : { billingPeriod, billingInterval, cancelAfter },
  isDefault: false,
  isHidden: false,
})

/** Each price's text and hint, formatted as "text (hint)". */
const wordsOf = (plans: readonly Plan[]) => {
  const prices = plans.map(priced)
  const pricing = {
    title: 'A course in watercolor',
    amount: prices[0]?.amount ?? 0,
    currency: 'usd',
    recurrence: prices[0]?.recurrence ?? null,
    tax: null,
    bumps: [],
    timers: [],
    priceGracePeriod: 10,
    prices,
    priceId: '0',
  }
  const text = (minor: number) => formatAmount(minor, 'usd')
  return priceWords({ pricing, isGrossFirst: false }, 0, text).map(({ words, hint }) =>
    hint === '' ? words : `${words} (${hint})`,
  )
}

test.for<[Plan[], string[]]>([
  [
    [[190], [70, 'Monthly', 3]],
    ['$190.00', '$70.00 every month, 3 payments ($210.00 in total) ($20.00 more than paying in full)'],
  ],
  [
    [[210], [70, 'Monthly', 3]],
    ['$210.00', '$70.00 every month, 3 payments ($210.00 in total) (Same total as paying in full)'],
  ],
  [
    [[100], [33.34, 'Monthly', 3]],
    ['$100.00', '$33.34 every month, 3 payments ($100.02 in total)'],
  ],
  [
    [[100], [33.35, 'Monthly', 3]],
    ['$100.00', '$33.35 every month, 3 payments ($100.05 in total) ($0.05 more than paying in full)'],
  ],
  [
    [[220], [70, 'Monthly', 3]],
    ['$220.00', '$70.00 every month, 3 payments ($210.00 in total) ($10.00 less than paying in full)'],
  ],
  [
    [
      [12, 'Monthly'],
      [120, 'Yearly'],
    ],
    ['$12.00 every month until you cancel', '$120.00 every year until you cancel (Save 2 months)'],
  ],
  [
    [
      [120, 'Yearly'],
      [132, 'Yearly'],
      [12, 'Monthly'],
    ],
    [
      '$120.00 every year until you cancel (Save 2 months)',
      '$132.00 every year until you cancel (Save 1 month)',
      '$12.00 every month until you cancel',
    ],
  ],
  [
    [
      [12, 'Monthly'],
      [125, 'Yearly'],
    ],
    ['$12.00 every month until you cancel', '$125.00 every year until you cancel (Save $19.00 a year)'],
  ],
  [
    [
      [12, 'Monthly'],
      [30, 'Monthly', 0, 3],
    ],
    [
      '$12.00 every month until you cancel',
      '$30.00 every 3 months until you cancel (Save $6.00 every 3 months)',
    ],
  ],
  [
    [
      [1, 'Daily'],
      [5, 'Weekly'],
    ],
    ['$1.00 every day until you cancel', '$5.00 every week until you cancel (Save 2 days)'],
  ],
  // Weeks and months cannot be compared, and a higher price saves nothing.
  [
    [
      [5, 'Weekly'],
      [15, 'Monthly'],
    ],
    ['$5.00 every week until you cancel', '$15.00 every month until you cancel'],
  ],
  [
    [
      [12, 'Monthly'],
      [150, 'Yearly'],
    ],
    ['$12.00 every month until you cancel', '$150.00 every year until you cancel'],
  ],
  // If two prices are paid in full, installments are compared with neither of them.
  [
    [[49], [99], [20, 'Monthly', 3]],
    ['$49.00', '$99.00', '$20.00 every month, 3 payments ($60.00 in total)'],
  ],
  [
    [[0], [49]],
    ['Free', '$49.00'],
  ],
])('a choice of prices shows these texts: %j', ([plans, words]) => {
  expect(wordsOf(plans)).toEqual(words)
})

const begun = { trialDays: 0, trialAmount: 0, setupAmount: 0, setupLabel: '' }

/** The hint for the second of two prices, which starts with the trial or set-up fee in `start`. */
const besideStart = (
  [first, plan]: readonly [Plan, Plan],
  start: Partial<typeof begun>,
  { tax = null, quantity = 1, isGrossFirst = false, startOfFirst = {} }: Compared = {},
) => {
  const begins = (price: FormPrice, more: Partial<typeof begun>) => ({
    ...price,
    recurrence: price.recurrence && { ...price.recurrence, start: { ...begun, ...more } },
  })
  const prices = [begins(priced(first, 0), startOfFirst), begins(priced(plan, 1), start)]
  const pricing = {
    title: 'A course',
    amount: 0,
    currency: 'usd',
    recurrence: null,
    tax,
    bumps: [],
    timers: [],
    priceGracePeriod: 10,
    prices,
    quantity,
  }
  const text = (minor: number) => formatAmount(minor, 'usd')
  return priceWords({ pricing, isGrossFirst }, 0, text)[1]?.hint
}

type Compared = {
  readonly tax?: { percentage: string; inclusive: boolean } | null
  readonly quantity?: number
  readonly isGrossFirst?: boolean
  readonly startOfFirst?: Partial<typeof begun>
}

test('installments are compared with paying in full, including a trial or set-up fee', () => {
  const free = { trialDays: 14, setupAmount: 437 }
  const trial = { trialDays: 7, trialAmount: 500 }
  const parts = [[30], [10, 'Monthly', 3]] as const
  const tax = { percentage: '20', inclusive: false }
  const found = [
    besideStart([[19.99], [9.95, 'Monthly', 3]], free),
    besideStart(parts, trial),
    besideStart(parts, { setupAmount: 200 }),
    besideStart(parts, { trialDays: 7 }),
    besideStart([[35], [10, 'Monthly', 3]], trial),
    besideStart([[40], [10, 'Monthly', 3]], { setupAmount: 200 }),
    besideStart(parts, { setupAmount: 200 }, { tax }),
    besideStart(parts, { setupAmount: 200 }, { tax, isGrossFirst: true }),
  ]
  expect(found).toEqual([
    '$14.23 more than paying in full',
    '$5.00 more than paying in full',
    '$2.00 more than paying in full',
    'Same total as paying in full',
    'Same total as paying in full',
    '$8.00 less than paying in full',
    '$2.00 more than paying in full',
    '$2.40 more than paying in full',
  ])
})

test('installments for several units are compared in total, with one set-up fee', () => {
  const parts = [[29], [10, 'Monthly', 3]] as const
  const found = [
    besideStart(parts, {}, { quantity: 3 }),
    besideStart(parts, { setupAmount: 200 }, { quantity: 3 }),
    besideStart([[30], [10, 'Monthly', 3]], {}, { quantity: 3 }),
    besideStart([[100], [33.34, 'Monthly', 3]], {}, { quantity: 3 }),
  ]
  expect(found).toEqual([
    '$3.00 more than paying in full for 3',
    '$5.00 more than paying in full for 3',
    'Same total as paying in full',
    '',
  ])
})

test('a longer billing cycle with a higher set-up fee shows no saving', () => {
  const plans = [
    [12, 'Monthly'],
    [120, 'Yearly'],
  ] as const
  const fee = { setupAmount: 5000 }
  expect(besideStart(plans, fee)).toBe('')
  expect(besideStart(plans, fee, { startOfFirst: fee })).toBe('Save 2 months')
})

test('a "pay what you want" price is not compared with others', () => {
  const open = { open: { suggested: null, presets: [] } }
  const prices = [
    { ...priced([5], 0), ...open },
    { ...priced([0], 1), ...open },
    priced([20, 'Monthly', 3], 2),
  ]
  const pricing = {
    title: 'A course',
    amount: 500,
    currency: 'usd',
    recurrence: null,
    tax: null,
    bumps: [],
    timers: [],
    priceGracePeriod: 10,
    prices,
    priceId: '0',
  }
  const found = priceWords({ pricing, isGrossFirst: false }, 0, (minor) => formatAmount(minor, 'usd'))
  expect(found.map(({ words, hint }) => [words, hint])).toEqual([
    ['Pay what you want, $5.00 or more', ''],
    ['Pay what you want', ''],
    ['$20.00 every month, 3 payments ($60.00 in total)', ''],
  ])
})

test('a price without a name is labeled by its amount', () => {
  const timers = [{ title: 'Early bird', expiresAt: 5, amount: 5900, redirectUrl: null }]
  const price = { ...priced([49], 0), label: '', timers }
  const pricing = {
    title: 'A course',
    amount: 4900,
    currency: 'usd',
    recurrence: null,
    tax: { percentage: '20', inclusive: false },
    bumps: [],
    timers,
    priceGracePeriod: 10,
    prices: [price],
    priceId: '0',
  }
  const at = (instant: number) =>
    priceWords({ pricing, isGrossFirst: true }, instant, (minor) => `${minor}`)[0]
  expect(at(0)).toMatchObject({ label: '5880', words: '', note: 'incl. tax' })
  expect(at(5)).toMatchObject({ label: '7080' })
})

test('a future price is shown with its trial and set-up fee', () => {
  const timersTo = (amount: number) => [{ title: 'Early bird', expiresAt: 5, amount, redirectUrl: null }]
  const prices = [
    { ...priced([20, 'Monthly'], 0), timers: timersTo(3000) },
    { ...priced([20], 1), timers: timersTo(3000), open: { suggested: null, presets: [] } },
  ]
  const pricing = {
    title: 'A course',
    amount: 2000,
    currency: 'usd',
    recurrence: null,
    tax: null,
    bumps: [],
    timers: [],
    priceGracePeriod: 10,
    prices,
    priceId: '0',
  }
  const text = (minor: number) => formatAmount(minor, 'usd')
  const found = priceWords({ pricing, isGrossFirst: false }, 0, text, (words, recurrence, startText) =>
    recurrence === null ? words : `14 days free, then ${words}, and ${startText(1000)} once`,
  )
  expect(found.map(({ words, coming }) => [words, `${coming?.words}`])).toEqual([
    [
      '14 days free, then $20.00 every month until you cancel, and $10.00 once',
      'Then 14 days free, then $30.00 every month until you cancel, and $10.00 once',
    ],
    ['Pay what you want, $20.00 or more', 'Then pay what you want, $30.00 or more'],
  ])
})
