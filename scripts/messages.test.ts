import { expect, test } from 'vitest'
import { languages } from '../src/foundation/language/languages.ts'
import { findUnsaid } from './find-unsaid.ts'
import { partsIn, readProduct, wrongMessages } from './messages.ts'
import { compile } from '../src/foundation/language/compile.ts'
import { readTranslations, wantedMessages, wrongTranslations } from './translations.ts'

const sources = await readProduct()
const wanted = wantedMessages(sources)

test('every message is well-formed and gets exactly the values it names', () => {
  expect(sources.flatMap(wrongMessages)).toEqual([])
})

/** Texts that only programs read, always in English. */
const forPrograms = 'src/selling/assistants/'

/** Literals that the search mistakes for text: names, headers, SQL, stored history. A limit is only ever lowered. */
const unsaid = { accounts: 69, buying: 22, payments: 35, selling: 44, web: 3 } as const

test.each(Object.entries(unsaid))(
  'at most the known string literals of %s look like texts that are not messages',
  (room, limit) => {
    const found = sources
      .filter(({ path }) => path.startsWith(`src/${room}/`) && !path.startsWith(forPrograms))
      .flatMap(findUnsaid)
    expect(found.length, 'npm run messages -- src/ROOM lists them').toBeLessThanOrEqual(limit)
  },
)

test('a text that is translated when its file loads, before any reader’s language is known, is reported', () => {
  const text =
    "import { t } from '#foundation/language/t.ts'\nconst a = t('Too early')\nconst b = () => t('In time')"
  expect(wrongMessages({ path: 'src/a.ts', text })).toEqual([
    'src/a.ts:2: the text is said when the file loads',
  ])
})

test.each(languages.filter((language) => language !== 'en'))(
  'the catalog of %s has every message that a buyer can read, and no other',
  async (language) => {
    expect(wrongTranslations(language, wanted, await readTranslations(language))).toEqual([])
  },
)

test('a value without a placeholder, a placeholder without a value and a text that is not a literal are reported', () => {
  const text = [
    "import { t } from '#foundation/language/t.ts'",
    "const a = () => t('Pay {amount}', { total })",
    'const b = () => t(`Pay ${amount}`)',
    "const c = () => t('Pay {amount')",
  ].join('\n')
  expect(wrongMessages({ path: 'src/a.ts', text })).toEqual([
    'src/a.ts:3: the message is not a literal',
    'src/a.ts:2: {amount} has no value',
    'src/a.ts:2: total is not in the message',
    expect.stringContaining('src/a.ts:4: Unexpected message end'),
  ])
})

test('a translation that lacks a value, a tag or a plural form is reported', () => {
  const message = 'Read <a>{name}</a>: {count, plural, one {# page} other {# pages}}'
  const problemOf = (text: string) =>
    wrongTranslations('pl', [{ message, places: [] }], [{ message, text }]).join('')
  expect(problemOf('')).toContain('is not translated')
  expect(problemOf('Czytaj {name}: {count}')).toContain('lacks <a>')
  expect(problemOf('<a>{name}</a> {count, plural, one {#} other {#}}')).toContain('no plural for few, many')
  expect(problemOf('<a>{name}</a> {nowy} {count, plural, one {#} few {#} many {#} other {#}}')).toContain(
    'has {nowy}',
  )
  expect(problemOf('<a>{name}</a> {count, plural, one {#} few {#} many {#} other {#}}')).toBe('')
})

test('the names of a message include those within its cases and tags', () => {
  const compiled = compile('<a>{name}</a> {count, plural, one {# of {total}} other {#}}')
  expect(partsIn(compiled).map(([name]) => name)).toEqual(['a', 'name', 'count', 'total'])
})

test('texts that a person could read are found, and code is not', () => {
  const text = [
    'export const a = (x: string) => <p title="Your name" className="Big text">Hello there {x}</p>',
    "const b = [t('Said already'), 'Not said', `Pay ${b} now`, 'not-a-text', 'a.b']",
    "if (key === 'Enter') log.info('Written to the log')",
    "db.selectFrom('purchases as p').select('Some thing')",
  ].join('\n')
  expect(findUnsaid({ path: 'a.tsx', text }).map((one) => one.text)).toEqual([
    'Your name',
    'Hello there',
    'Not said',
    'Pay … now',
  ])
})
