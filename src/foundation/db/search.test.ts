import { sql, type Kysely } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { foldText, hasWords } from '#foundation/typed/fold-text.ts'
import { openDatabase } from './database.ts'
import type { Database } from './schema.ts'
import { everyWord, nameHas, searchWords } from './search.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

let database: TestDatabase
let db: Kysely<Database>

beforeAll(async () => {
  database = await createTestDatabase()
  db = openDatabase(database.url, { log: pino({ level: 'silent' }) })
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

async function folded(texts: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select fold_text(text) as text from unnest(${texts}::text[]) with ordinality as t (text, place) order by place`.execute(
    db,
  )
  return rows.map(({ text }) => text)
}

test.each([
  ['José', 'jose'],
  ['José'.normalize('NFD'), 'jose'],
  ['MÜLLERSCHÖN', 'mullerschon'],
  ['Großer GROẞ', 'grosser gross'],
  ['Yıldız İpek', 'yildiz ipek'],
  ['Łódź Ørsted Đorđe', 'lodz orsted dorde'],
  ['Œuvre Ærø Þór', 'oeuvre aero thor'],
  ["O'Brien O’Brien OʼBrien", 'obrien obrien obrien'],
  ['ΣΟΦΟΣ σοφός', 'σοφοσ σοφοσ'],
  ['Αλέξανδρος', 'αλεξανδροσ'],
  ['Юрий ЁЛКА', 'юрии елка'],
  ['Nguyễn Thị', 'nguyen thi'],
  [' Bea \u00a0 Maria ', 'bea maria'],
  ['Anna\u2011Maria', 'anna-maria'],
  ['Be\u200ba', 'bea'],
  ['100\u00a0% _sure_', '100 % _sure_'],
  ['Ｂｅａ ①', 'bea 1'],
  ['مُحَمَّد أحمد', 'محمد احمد'],
  ['علی‌رضا', 'عليرضا'],
  ['أَحْمَد إبراهيم آمال ٱلرحمن', 'احمد ابراهيم امال الرحمن'],
  ['شيماء مؤمن رئيسة', 'شيما مومن رييسه'],
  ['محـــمد ہاشمی', 'محمد هاشمي'],
  ['دورة ٢٠٢٦ دوره ۲۰۲۶', 'دوره 2026 دوره 2026'],
  ['१२ ৩', '12 3'],
  ['สมชาย ใจดี รุ่น ๒๕๖๙', 'สมชายใจดีรุ่น 2569'],
  ['שָׁלוֹם', 'שלום'],
  ['𠮷野 太郎', '𠮷野太郎'],
  ['Paral·lel Ŀlopis', 'parallel llopis'],
])('the text %j is compared as %j by the database and the page', async (text, expected) => {
  expect(foldText(text)).toBe(expected)
  expect(await folded([text])).toEqual([expected])
})

test('the database and the page fold European, African and Asian letters in the same way', async () => {
  const letters = Array.from({ length: 0x33_00 - 0x20 }, (_, at) => String.fromCodePoint(at + 0x20))
    .concat(Array.from({ length: 0x50 }, (_, at) => String.fromCodePoint(at + 0xfb_00)))
    .filter((letter) => /[\p{L}\p{N}\p{P}\p{S}\p{Zs}]/u.test(letter))
    .map((letter) => `a${letter}b`)
  const differing = (await folded(letters)).flatMap((text, at) => {
    const letter = letters[at] ?? ''
    return text === foldText(letter) ? [] : [`${letter} ${text} ${foldText(letter)}`]
  })
  expect(differing).toEqual([])
})

test.each([
  ['Bea  Maria', ['Bea', 'Maria']],
  ['Novakova, Bea', ['Novakova', 'Bea']],
  ['Bea Novakova <bea@example.com>', ['Bea', 'Novakova', 'bea@example.com']],
  ['mailto:bea@example.com', ['bea@example.com']],
  ['MAILTO:bea@example.com', ['bea@example.com']],
  ['mailto:bea@example.com?subject=Hello', ['bea@example.com']],
  ['Is it bea@example.com.', ['Is', 'it', 'bea@example.com']],
  ['“Anne-Marie”', ['Anne', 'Marie']],
  ['anne-marie@example.com', ['anne-marie@example.com']],
  ['Course 25306-1', ['Course', '25306-1']],
  ['Watercolor course 2 spring 2026', ['Watercolor', 'course 2', 'spring', '2026']],
  ['علی‌رضا', ['علی', 'رضا']],
  ['"Bea" (the first)', ['Bea', 'the', 'first']],
  [',', [',']],
  ['one two three four five six seven eight nine', 'one two three four five six seven eight'.split(' ')],
])('a search for %j looks for the words %j', (q, words) => {
  expect(searchWords(q)).toEqual(words)
})

test('searches inside a page also match each word separately', () => {
  expect(hasWords('', ['anything'])).toBe(true)
  expect(hasWords('  brien  jose ', ['José', 'O’Brien'])).toBe(true)
  expect(hasWords('ใจดี สมชาย', ['คุณสมชาย ใจดี'])).toBe(true)
  expect(hasWords('jose brown', ['José', 'O’Brien'])).toBe(false)
})

test('the database and the page find names in either spelling', async () => {
  for (const [q, name] of [
    ['mueller', 'Anna Müller'],
    ['Müller', 'Anna Mueller'],
    ['haakon', 'Håkon Ågårdsen'],
    ['Aagaardsen', 'Håkon Ågårdsen'],
    ['Håkon', 'Haakon Moe'],
    ['Soeren', 'Søren Bo'],
    ['Djordje', 'Đorđe Đurić'],
    ['djuric', 'Đorđe Đurić'],
    ['Đorđe', 'Djordje Djuric'],
    ['عبدالرحمن', 'عبد الرحمن الأحمدي'],
    ['أبوالحسن', 'ابو الحسن'],
    ['عبد الرحمن', 'عبدالرحمن الأحمدي'],
  ] as const) {
    const found = everyWord(q, (word) => nameHas(sql`${name}::text`, word))
    const { rows } = await sql<{ isFound: boolean }>`select ${found} as "isFound"`.execute(db)
    expect([q, rows[0]?.isFound, hasWords(q, [name])]).toEqual([q, true, true])
  }
  expect(hasWords('Isak', ['Isaac'])).toBe(false)
})
