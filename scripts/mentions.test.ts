import { expect, test } from 'vitest'
import { mentionsOf } from './mentions.ts'

test('only a concept’s own words count as mentions, in code and in paths', () => {
  const sources = [
    { path: 'src/selling/taxes/store.ts', text: '' },
    { path: 'src/payments/pricing/price.ts', text: 'const taxAmount = 1' },
    { path: 'src/foundation/db/schema.ts', text: 'trim_tax' },
    { path: 'src/app.ts', text: "import { registerTaxes } from './selling/taxes/register.ts'" },
    { path: 'src/foundation/db/parse.ts', text: '// the syntax of it' },
    { path: 'src/payments/pricing/price.test.ts', text: 'tax' },
    { path: 'e2e/taxes.ts', text: 'tax' },
  ]
  expect(mentionsOf('tax', sources)).toEqual({
    files: [
      'src/selling/taxes/store.ts',
      'src/payments/pricing/price.ts',
      'src/foundation/db/schema.ts',
      'src/app.ts',
    ],
    folders: ['selling/taxes', 'payments/pricing', 'foundation/db', 'src'],
    abroad: ['src/payments/pricing/price.ts', 'src/foundation/db/schema.ts', 'src/app.ts'],
  })
})

test('Node’s own timers are not counted as mentions', () => {
  const sources = [
    { path: 'src/foundation/wait.ts', text: "import { setTimeout } from 'node:timers/promises'" },
  ]
  expect(mentionsOf('timer', sources).files).toEqual([])
})
