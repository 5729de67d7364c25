import { expect, test } from 'vitest'
import { isText } from './judge-file.ts'

const utf16 = (text: string) => Buffer.from(text, 'utf16le')

test.each([
  ['UTF-8', Buffer.from('Brød, 12 €\n')],
  ['UTF-8 with a byte order mark', Buffer.from('\uFEFFBrød')],
  ['Windows-1252', Buffer.from('Preis;12\x80\r\nBr\xf8d \x93fein\x94;3\r\n', 'latin1')],
  ['Latin-1', Buffer.from('na\xefve caf\xe9', 'latin1')],
  ['Shift JIS', Buffer.from('82b182f182c982bf82cd0a', 'hex')],
  ['DOS with its end mark', Buffer.from('Gr\x81n\r\n\x1a', 'latin1')],
  ['UTF-16', utf16('\uFEFFBrød\t12\r\n')],
  ['UTF-16 without a byte order mark', utf16('Zwölf Brote, 12 €\r\n')],
  ['Japanese in UTF-16 without a byte order mark', utf16('こんにちは、世界。一二三')],
  ['big-endian UTF-16', utf16('\uFEFFBrød\r\n').swap16()],
  ['big-endian UTF-16 without a byte order mark', utf16('Brød, 12\r\n').swap16()],
])('content in %s is recognized as text', (_, content) => {
  expect(isText(content)).toBe(true)
})

test.each([
  ['a NUL among letters', Buffer.from('a\0b')],
  ['zeros', Buffer.alloc(64)],
  ['half a character', utf16('\uFEFFab').subarray(0, 5)],
  ['half a surrogate pair', utf16('\uFEFFa\u{1F600}').subarray(0, 6)],
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ['letters that decode by chance', Buffer.from([0x61, 0x00, 0x01, 0x62])],
  ['control characters', Buffer.from('a\x01b\xff', 'latin1')],
])('content with %s is not recognized as text', (_, content) => {
  expect(isText(content)).toBe(false)
})
