import { expect, test } from 'vitest'
import { emailKeyOf } from './holder.ts'

test('a buyer is the same with an alias, in any case, and with dots that mean nothing', () => {
  const bea = emailKeyOf('bea.novak@gmail.com')
  const same = ['BeaNovak@gmail.com', 'b.e.a.novak+spring@googlemail.com', ' beanovak+2@gmail.com ']
  expect(same.map(emailKeyOf)).toEqual(same.map(() => bea))
  expect(emailKeyOf('bea@example.com')).toBe(emailKeyOf('Bea+two@Example.com'))
})

test('a mailbox with several domains, or a domain written in two ways, is one buyer', () => {
  const same = ['b.novak@proton.me', 'B-Novak+x@protonmail.com', 'b_novak@pm.me']
  expect(new Set(same.map(emailKeyOf)).size).toBe(1)
  expect(emailKeyOf('bea@me.com')).toBe(emailKeyOf('bea@icloud.com'))
  expect(emailKeyOf('bea@bücher.example')).toBe(emailKeyOf('bea@xn--bcher-kva.example'))
})

test('dots count on other mail servers, and another address is another buyer', () => {
  expect(emailKeyOf('be.a@example.com')).not.toBe(emailKeyOf('bea@example.com'))
  expect(emailKeyOf('bea@example.org')).not.toBe(emailKeyOf('bea@example.com'))
})
