import { expect, test } from 'vitest'
import { effectOn } from './coupon-effect.ts'

const form = {
  id: 'a-form',
  title: 'Watercolor',
  amount: 49,
  currency: 'usd',
  priceType: 'OneTimePrice',
} as const
const takes = { kind: 'percent', percentage: 20, amounts: [], scope: 'order', minimums: [] } as const

test('an editor shows what a price becomes, and no crossed out price where it stays', () => {
  const effect = (percentage: number) => effectOn({ ...takes, amounts: [], minimums: [], percentage }, form)
  expect(effect(20)).toEqual({ kind: 'lower', before: '$49.00', after: '$39.20' })
  expect(effect(0)).toEqual({ kind: 'same', text: 'Nothing is taken off.' })
})
