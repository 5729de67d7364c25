import { expect, test } from 'vitest'
import { keyOf, readKey } from '#buying/portal/mail-links.ts'
import { downloadPath } from '#buying/receipts/files/downloads.ts'
import { isReceiptKey, receiptKey } from '#buying/withdrawal/statement/receive-statement.ts'
import { isOpenedBy, purchaseSecret } from '#payments/purchases/purchase.ts'
import { readUnsubscribeLink, unsubscribeUrl } from '#selling/notifications/letters/unsubscribe-link.ts'
import { isSignature, signatureOf } from './signature.ts'

const secret = 'a secret'
const id = '01a1f882-85a6-763a-997b-e9385dbf9804'
const purchase = { id, keyGeneration: 0 }
const at = new Date('2026-11-23T10:00:00Z')
const signedIn = (path: string) => new URLSearchParams(path.split('?')[1]).get('signature')

test('signatures never change, so links in old emails stay valid', () => {
  expect(purchaseSecret(secret, purchase)).toBe('fz0dIobptjR4O8UaNMi2Moc1sSo1LhiR2r6vHa5BsKU')
  expect(receiptKey(secret, id)).toBe('frroJ3HmOfA7oU-q1oKgA0C3EJVY6vxcnrY0-d1Mcx0')
  expect(keyOf(secret, 'link', id)).toBe(`${id}.uECgyyeNiDUdRyZVSSSh8Mca-EHNYDJTgB6aaPg4lYQ`)
  expect(keyOf(secret, 'session', id)).toBe(`${id}.oQLZKCtQIPO0vW44L6xDlMojcgu17QRMpsF7ZEG3maY`)
  expect(signedIn(downloadPath(secret, purchase, id, at))).toBe('-KVQmxRNWfIUsvkNx9_DYlgINPPpylzNE6QYyCs_dNo')
  expect(unsubscribeUrl({ authSecret: secret, publicUrl: '' }, id, 'letter')).toBe(
    `/notices/unsubscribe?link=${id}.letter.j65EDY11uDrBVZsLNDCCaHntroBHkUTmfuIw2A5V20Y`,
  )
})

test('a signature opens only the purchase it was made for', () => {
  const made = purchaseSecret(secret, purchase)
  const later = { id, keyGeneration: 1 }
  expect(isOpenedBy(secret, purchase, made)).toBe(true)
  expect(isOpenedBy(secret, later, made)).toBe(false)
  expect(isOpenedBy(secret, later, `1.${made}`)).toBe(false)
  expect(isOpenedBy(secret, later, purchaseSecret(secret, later))).toBe(true)
  expect(isOpenedBy(secret, purchase, purchaseSecret(secret, later))).toBe(false)
  expect(isReceiptKey(secret, id, made)).toBe(false)
  expect(readKey(secret, 'session', keyOf(secret, 'link', id))).toBeUndefined()
  expect(readUnsubscribeLink(secret, `${id}.letter.${made}`)).toBeUndefined()
  expect(isSignature('another secret', 'a text', signatureOf(secret, 'a text'))).toBe(false)
  expect(isSignature(secret, 'a text', '')).toBe(false)
})
