import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { payText } from './pay-action.tsx'

const price = (total: number) => ({ currency: 'usd', lines: [], subtotal: total, taxAmount: 0, total })

test.for([
  [4900, '', 'Pay $49.00'],
  [4900, 'Book my seat', 'Book my seat $49.00'],
  [0, '', 'Get it for free'],
  [0, 'Send it to me', 'Send it to me'],
] as const)('a button for %d cents with the text "%s" reads "%s"', ([total, words, text]) => {
  const said = renderToStaticMarkup(payText(price(total), null, words))
  expect(said.replaceAll(/<[^>]+>/g, '')).toBe(text)
})

test.for([
  [15480, 'Order and pay $154.80 Reserve my seat'],
  [0, 'Reserve my seat'],
] as const)('a button for %d cents whose text does not mention paying reads "%s"', ([total, text]) => {
  const said = renderToStaticMarkup(payText(price(total), null, 'Reserve my seat', true))
  expect(said.replaceAll(/<[^>]+>/g, '')).toBe(text)
})

test.for([
  ['', false, 'Pay $49.00 with iDEAL'],
  ['Book my seat', false, 'Book my seat $49.00'],
  ['Reserve my seat', true, 'Order and pay $49.00 with iDEAL Reserve my seat'],
] as const)('only our own button text names the payment method: "%s"', ([words, isUnclear, text]) => {
  const said = renderToStaticMarkup(payText(price(4900), null, words, isUnclear, 'iDEAL'))
  expect(said.replaceAll(/<[^>]+>/g, '')).toBe(text)
})
