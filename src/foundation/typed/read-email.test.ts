import fc from 'fast-check'
import { expect, test } from 'vitest'
import { busyTime } from '#foundation/process/test-busy-time.ts'
import { emailAddress } from '#foundation/http/input/fields.ts'
import { isEmail, plainEmail } from './read-email.ts'

test.each([
  ['buyer@пример.рф', 'buyer@xn--e1afmkfd.xn--p1ai'],
  ['buyer@xn--e1afmkfd.xn--p1ai', 'buyer@xn--e1afmkfd.xn--p1ai'],
  ['buyer@müller.example', 'buyer@xn--mller-kva.example'],
  ['buyer@straße.example', 'buyer@xn--strae-oqa.example'],
  ['buyer@例え.テスト', 'buyer@xn--r8jz45g.xn--zckzah'],
  ['buyer@نامه\u200cای.example', 'buyer@xn--mgba3gch31f060k.example'],
  ['ａｎｎａ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'anna@example.com'],
  ['anna@example。com', 'anna@example.com'],
])('the email address %s is read as %s', (typed, plain) => {
  expect(emailAddress.parse(typed)).toBe(plain)
})

test('every valid character is accepted before the @ of an email address', () => {
  for (const sign of "!#$%&'*+-/=?^_`{|}~") {
    for (const email of [
      `anna${sign}bea@example.com`,
      `${sign}anna@example.com`,
      `anna${sign}@example.com`,
    ]) {
      expect(emailAddress.parse(email)).toBe(email)
    }
  }
})

test('invisible marks and other copied extras are removed from an email address', () => {
  for (const mark of '\u00ad\u034f\u061c\u200b\u200c\u200d\u200e\u200f\u202a\u202c\u202e\u2060\u2064\u2066\u2069\u3164\ufe0f\ufeff') {
    for (const typed of [
      `${mark}anna@example.com`,
      `an${mark}na@example.com`,
      `anna@exa${mark}mple.com${mark}`,
    ]) {
      expect(emailAddress.parse(typed)).toBe('anna@example.com')
    }
  }
  for (const typed of [
    'mailto:anna@example.com',
    'Anna Novak <anna@example.com>',
    '"Novak, Anna" <anna@example.com>',
    '\u00a0anna@example.com\n',
  ]) {
    expect(emailAddress.parse(typed)).toBe('anna@example.com')
  }
})

/** Marks that follow an email address in sentences, chats, business cards and mail programs, in many scripts. */
const behind = [
  ...Array.from('.,;:!?)]}>"*_`|~=-/…“”’»›」』】》）。、，；：！？؟،؛۔।॥・·•🙂✉'),
  '**',
  ').',
  '">',
  '.»',
  ' .',
  ' |',
]
const before = [
  ...Array.from('([<"“„«‹‘「『【《（>•·→✉📧,;:'),
  '> ',
  '- ',
  '* ',
  '🙂 ',
  'Email: ',
  'E-mail address: ',
  'Email:',
  'Mail: ',
].concat([
  '邮箱：',
  'メール：',
  'البريد: ',
  'Почта: ',
  'mailto:',
  'MAILTO:',
  'mailto: ',
  'Anna Novak <',
  '“Novak, Anna” <',
])
const addresses = [
  'anna@example.com',
  'a.n+shop@mail.example.co.uk',
  "o'brien@example.com",
  'anna-b@xn--e1afmkfd.xn--p1ai',
]

test('marks before, after and around an email address are removed', () => {
  for (const address of addresses) {
    for (const mark of behind) expect([mark, plainEmail(address + mark)]).toEqual([mark, address])
    for (const mark of before) {
      expect([mark, plainEmail(mark + address)]).toEqual([mark, address])
      for (const end of behind)
        expect([mark, end, plainEmail(mark + address + end)]).toEqual([mark, end, address])
    }
    for (const sign of ["'", '*', '**', '_', '__', '`', '~~', '||', '‘’', '“”', '{}', '()', '（）']) {
      const half = Math.ceil(sign.length / 2)
      const around = /^(.)\1?$/.test(sign) ? [sign, sign] : [sign.slice(0, half), sign.slice(half)]
      expect([sign, plainEmail(around.join(address))]).toEqual([sign, address])
    }
  }
})

test.each([
  ['Anna Novak <anna@example.com>;', 'anna@example.com'],
  ['Anna Novak <anna@example.com', 'anna@example.com'],
  ['anna@example.com (Anna Novak)', 'anna@example.com'],
  ['(Anna Novak) anna@example.com', 'anna@example.com'],
  ['anna@example.com <Anna@example.com>', 'Anna@example.com'],
  ['anna@example.com<mailto:anna@example.com>', 'anna@example.com'],
  ['anna@example.com [mailto:anna@example.com]', 'anna@example.com'],
  ['[anna@example.com](mailto:anna@example.com)', 'anna@example.com'],
  ['[Write to us](mailto:anna@example.com).', 'anna@example.com'],
  ['mailto:anna%2Bshop@example.com?subject=Hi&body=a@b', 'anna+shop@example.com'],
  ['<mailto:%61nna@example.com>', 'anna@example.com'],
  ['mailto%3Aanna%40example.com', 'anna@example.com'],
  ['anna%2Bshop%40example.com', 'anna+shop@example.com'],
  ['anna@example.com?subject=Hi', 'anna@example.com'],
  ['anna@ example.com', 'anna@example.com'],
  ['anna @example.com', 'anna@example.com'],
  ['anna @ example.com', 'anna@example.com'],
  ['o’brien@example.com', "o'brien@example.com"],
  ['anna\u2011novak@exa\u2010mple.com', 'anna-novak@exa-mple.com'],
  ['anna–novak@example.com', 'anna-novak@example.com'],
  ['anna@пример.рф.', 'anna@xn--e1afmkfd.xn--p1ai'],
])('%j is read as the email address %s', (typed, plain) => expect(emailAddress.parse(typed)).toBe(plain))

test.each([
  'a@example.com <b@example.com>',
  'Anna <a@example.com> <b@example.com>',
  '[a@example.com](mailto:b@example.com)',
  'a@example.com [mailto:b@example.com]',
  'a@example.com (b@example.com)',
  'a@example.com, b@example.com',
  'mailto:a@example.com,b@example.com',
  'Anna Novak a@example.com',
  'user:pass@example.com',
  'http://anna@example.com',
  '@anna@example.com',
  'anna@example.com. Thank you',
  'anna@example. com',
  'anna@example.comです',
  'anna@example.comспасибо',
  'anna@example.com和bea',
])('%j is rejected because it could mean another address', (typed) => {
  expect(emailAddress.safeParse(typed).success).toBe(false)
})

test('text too long for an email address is rejected quickly', () => {
  const busy = busyTime(() => {
    for (const sign of ['.', '@', '<', '(', ' ', "'", '%40', 'a', 'a:', '[', '-', '\u200c', 'я']) {
      for (const length of [999, 200_000]) {
        expect(isEmail(plainEmail(sign.repeat(length)))).toBe(false)
        expect(isEmail(plainEmail(`${sign.repeat(length)}a@b`))).toBe(false)
      }
    }
  })
  expect(busy).toBeLessThan(1_000)
})

test('consecutive and trailing dots in an email address are accepted only for carriers that issued them', () => {
  for (const email of [
    'anna..b@docomo.ne.jp',
    'anna.@ezweb.ne.jp',
    'a...b.@au.com',
    'a..b@t.vodafone.ne.jp',
    'a.b@docomo.ne.jp',
  ]) {
    expect(emailAddress.parse(email)).toBe(email)
  }
  for (const email of [
    'anna..b@example.com',
    'anna.@gmail.com',
    '.anna@docomo.ne.jp',
    '.@docomo.ne.jp',
    'a..b@docomo.ne.jp.example',
  ]) {
    expect(emailAddress.safeParse(email).success).toBe(false)
  }
})

test.each([
  ['', 'This field is required'],
  ['\u200b ', 'This field is required'],
  [`${'a'.repeat(117)}@example.com`, 'to long'],
  [`a@${'ü'.repeat(60)}.${'ü'.repeat(55)}.example`, 'to long'],
  ...[
    'anna',
    'anna@',
    '@example.com',
    'anna@example',
    'anna@example.c',
    'a@exa-.com',
    'a@-exa.com',
    'a@exa..com',
    'a@1.2.3.4',
    'a@[1.2.3.4]',
  ]
    .concat([
      'a b@example.com',
      'a@exa mple.com',
      'a@b@example.com',
      'a,b@example.com',
      '"a b"@example.com',
      'a@example.com, b@example.com',
    ])
    .concat([
      'a@example.com <b@example.com>',
      'a@example.com\nBcc: b@example.com',
      'ü@example.com',
      `a@${'b'.repeat(64)}.com`,
    ])
    .map((email) => [email, 'Email is not valid']),
])('the email address %j is rejected: %s', (typed, message) => {
  expect(emailAddress.safeParse(typed).error?.issues.map((issue) => issue.message)).toEqual([message])
})

const anything = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.emailAddress(),
  fc
    .tuple(fc.string({ unit: 'grapheme', maxLength: 12 }), fc.string({ unit: 'grapheme', maxLength: 12 }))
    .map((parts) => parts.join('@')),
  fc.tuple(fc.emailAddress(), fc.string({ unit: 'binary', maxLength: 3 })).map((parts) => parts.join('')),
)

// Proves formula-cells.
test('a label in another script needs no space after its colon, and no colon before a space', () => {
  for (const typed of [
    '邮箱:anna@qq.com',
    '邮箱：anna@qq.com',
    'QQ邮箱 anna@qq.com',
    'почта:anna@qq.com',
    '이메일: anna@qq.com',
  ])
    expect([typed, plainEmail(typed)]).toEqual([typed, 'anna@qq.com'])
})

test('every accepted email address is safe ASCII and reads back as itself', () => {
  fc.assert(
    fc.property(anything, (typed) => {
      const plain = plainEmail(typed)
      if (!isEmail(plain)) return
      expect(plain).toMatch(/^[!-~]+$/)
      expect(plain).toMatch(/^[^"(),:;<>@[\\\]]+@[a-zA-Z\d.-]+$/)
      expect(plainEmail(plain)).toBe(plain)
    }),
    { numRuns: 3000 },
  )
})
