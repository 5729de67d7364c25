import { expect, test } from 'vitest'
import { emailKeyOf } from './holder.ts'

test('aliases, letter case and Gmail dots in an email do not make the buyer a different one', () => {
  const bea = emailKeyOf('bea.novak@gmail.com')
  const same = ['BeaNovak@gmail.com', 'b.e.a.novak+spring@googlemail.com', ' beanovak+2@gmail.com ']
  expect(same.map(emailKeyOf)).toEqual(same.map(() => bea))
  expect(emailKeyOf('bea@example.com')).toBe(emailKeyOf('Bea+two@Example.com'))
})

test('a mailbox with several domains belongs to one buyer', () => {
  const same = ['b.novak@proton.me', 'B-Novak+x@protonmail.com', 'b_novak@pm.me']
  expect(new Set(same.map(emailKeyOf)).size).toBe(1)
  expect(emailKeyOf('bea@me.com')).toBe(emailKeyOf('bea@icloud.com'))
  expect(emailKeyOf('bea@bücher.example')).toBe(emailKeyOf('bea@xn--bcher-kva.example'))
})

test('outside of Gmail, dots in an email make the buyer a different one', () => {
  expect(emailKeyOf('be.a@example.com')).not.toBe(emailKeyOf('bea@example.com'))
  expect(emailKeyOf('bea@example.org')).not.toBe(emailKeyOf('bea@example.com'))
})
