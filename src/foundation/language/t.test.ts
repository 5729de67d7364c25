import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { formatAmount } from '../money/amount.ts'
import { formatsOf } from '../text/read-formats.ts'
import { compile } from './compile.ts'
import { pseudo } from './pseudo.ts'
import { rich } from './rich.ts'
import { inLanguage, msg, say, t } from './t.ts'

test('values are inserted into a message', () => {
  expect(t('Pay {amount} now', { amount: '$49.00' })).toBe('Pay $49.00 now')
  expect(say(msg('{name} has not paid', { name: 'Ada' }))).toBe('Ada has not paid')
})

test('an apostrophe in a message is plain text unless doubled before a brace', () => {
  expect(t("We don't charge {name}'s card", { name: 'Ada' })).toBe("We don't charge Ada's card")
})

test('a message’s plural form follows the number', () => {
  const days = (count: number) => t('{count, plural, =0 {today} one {in # day} other {in # days}}', { count })
  expect([0, 1, 2].map(days)).toEqual(['today', 'in 1 day', 'in 2 days'])
})

test('a message’s ordinal and select forms follow the value', () => {
  const text = (place: number, kind: string) =>
    t(
      '{place, selectordinal, one {#st} two {#nd} few {#rd} other {#th}} {kind, select, file {file} other {item}}',
      { place, kind },
    )
  expect([text(1, 'file'), text(22, 'x'), text(3, 'file'), text(11, 'file')]).toEqual([
    '1st file',
    '22nd item',
    '3rd file',
    '11th file',
  ])
})

test('elements and tags in a message keep their places in the sentence', () => {
  const link = rich('Read <terms>our {kind} terms</terms>, {name}.', {
    terms: (inside) => createElement('a', { href: '/terms' }, inside),
    kind: createElement('b', null, 'new'),
    name: 'Ada',
  })
  expect(renderToStaticMarkup(link)).toBe('Read <a href="/terms">our <b>new</b> terms</a>, Ada.')
})

test('a malformed message throws with the reason', () => {
  expect(() => compile('<a>text')).toThrow('<a> is not closed')
  expect(() => compile('text</a>')).toThrow('</a> closes no <a>')
  expect(() => compile('{open')).toThrow('Unexpected message end')
})

test('the pseudo-language is longer but keeps placeholders, plural forms and tags', () => {
  const message = 'Pay <b>{amount}</b> in {count, plural, one {# day} other {# days}}'
  expect(pseudo(message)).toMatch(
    /^Páý <b>\{amount\}<\/b> íñ \{count, plural, one \{# ðáý\} other \{# ðáýš\}\} [ßéþ ]+$/,
  )
  expect(inLanguage('en-XA', () => t(message.replaceAll(/<\/?b>/g, ''), { amount: '€5', count: 1 }))).toMatch(
    /^Páý €5 íñ 1 ðáý /,
  )
})

test('values and amounts keep their own direction in right-to-left text', () => {
  const text = inLanguage('ar', () => t('Paid by {email}', { email: 'ada@example.com' }))
  const amounts = ['ar', 'de'].map((language) =>
    inLanguage(language, () => formatAmount(4900, 'eur', formatsOf(language))),
  )

  expect(text).toContain('\u2068ada@example.com\u2069')
  expect(amounts).toEqual(['\u206649.00\u00a0€\u2069', '49,00\u00a0€'])
})
