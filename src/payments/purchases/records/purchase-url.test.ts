import { expect, test } from 'vitest'
import { returnUrl } from './purchase-url.ts'

test('a bank returns a buyer to their chosen price even if it is hidden', () => {
  const shop = { authSecret: 'secret', publicUrl: 'https://tillform.example' }
  const purchase = { id: 'a-purchase', keyGeneration: 0, formId: 'a-form', language: 'de' }
  expect(returnUrl(shop, { ...purchase, priceId: 'hidden' })).toMatch(
    /^https:\/\/tillform\.example\/payment\/a-form\?purchase=a-purchase&price=hidden&lang=de#.+$/,
  )
  expect(returnUrl(shop, { ...purchase, priceId: null })).toMatch(/\?purchase=a-purchase&lang=de#/)
})
