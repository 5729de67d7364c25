import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { parseSourceFile, readSourceFiles } from './source-files.ts'
import type { Exception } from './table-exceptions.ts'
import {
  exceptionsAreUsed,
  tablesStayInTheirDomain,
  viewsAreRead,
  viewsAreReadByOthers,
} from './table-rules.ts'

const files = await readSourceFiles('.')

test('a domain uses only its own tables, apart from the listed exceptions', () => {
  expect(tablesStayInTheirDomain(files)).toEqual([])
})

test('every listed exception is used', () => {
  expect(exceptionsAreUsed(files)).toEqual([])
})

test('other domains read published views but never write to them', () => {
  expect(viewsAreReadByOthers(files)).toEqual([])
})

test('every published view is read by another domain', async () => {
  const views = await readFile('src/foundation/db/views.ts', 'utf8')
  const names = [...views.matchAll(/(\w+View): \w+View\b/g)].map(([, name = '']) => name)
  expect(names.length).toBeGreaterThan(40)
  expect(viewsAreRead(files, [...names, 'shortLinksView'])).toEqual(['shortLinksView'])
})

const violationsOf = (path: string, code: string, listed: readonly Exception[] = []) =>
  tablesStayInTheirDomain([parseSourceFile(path, code)], listed)

const here = 'src/selling/taxes/store.ts'

test.each([
  [
    "db.selectFrom('taxes as tax').innerJoin('forms', 'forms.taxId', 'tax.id')",
    'reads forms of selling/forms',
  ],
  ["db.selectFrom(['taxes', 'forms as f'])", 'reads forms of selling/forms'],
  ["db.updateTable('taxes').from('forms')", 'reads forms of selling/forms'],
  ["db.insertInto('shortLinks').values(row)", 'writes shortLinks of selling/sharing'],
  ["db.with('gone', (q) => q.deleteFrom('forms'))", 'writes forms of selling/forms'],
  ["claimDue(db, 'refunds', now, 1)", 'writes refunds of payments/refunds'],
  ["catalogTable('bumps', ['id'], matches)", 'writes bumps of selling/products'],
  ["for (const table of ['forms']) db.updateTable(table)", 'writes forms of selling/forms'],
  ["const table = 'forms'\nexport const read = (db) => db.selectFrom(table)", 'reads forms of selling/forms'],
  [
    "const tableOf = { a: 'forms' }\nexport const read = (db) => sql`from ${sql.table(tableOf.a)} ${db.selectFrom('taxes')}`",
    'reads forms of selling/forms',
  ],
  ['sql`select id from ${own} join short_links on true`', 'reads shortLinks of selling/sharing'],
  ['sql`select from taxes t, forms f where f.tax_id = t.id`', 'reads forms of selling/forms'],
  ['sql<number>`UPDATE forms SET tax_id = null`', 'writes forms of selling/forms'],
  ["client.query('delete from short_links')", 'writes shortLinks of selling/sharing'],
  ['sql`select from taxes join forms on forms.tax_id = taxes.id`', 'reads forms of selling/forms'],
  ['sql`select from forms_view as forms join short_links on true`', 'reads shortLinks of selling/sharing'],
])('%s breaks the rule', (code, violation) => {
  expect(violationsOf(here, code)).toEqual([`${here} ${violation}`])
})

test.each([
  ["db.selectFrom('taxes').where('title', '=', 'forms')", here],
  ['sql`extract(epoch from forms.created_at)`', here],
  ["db.selectFrom('formsView as forms').innerJoin('taxes', 'taxes.id', 'forms.taxId')", here],
  ['sql`select from taxes join forms_view forms on forms.tax_id = taxes.id`', here],
  ["const label = 'forms'", here],
  ["db.selectFrom('forms')", 'src/selling/taxes/taxes.test.ts'],
  ["db.selectFrom('forms')", 'migrations/0001-start.ts'],
])('%s in %s follows the rule', (code, path) => {
  expect(violationsOf(path, code)).toEqual([])
})

test.each([
  ["db.selectFrom('formsView as forms')", []],
  ["db.selectFrom('taxesView as taxes')", ['reads taxesView, whose table taxes is its own']],
  ["db.updateTable('formsView').set(row)", ['writes formsView']],
  ['sql`insert into forms_view (id) values (1)`', ['writes formsView']],
])('for views in %s, the rule reports %j', (code, violations) => {
  expect(viewsAreReadByOthers([parseSourceFile(here, code)])).toEqual(
    violations.map((violation) => `${here} ${violation}`),
  )
})

test('an exception covers only its own path and tables, and only reads by default', () => {
  const listed: Exception[] = [{ path: 'src/selling/taxes', reads: ['forms'], why: 'the dialog' }]
  expect(violationsOf(here, "db.selectFrom('forms')", listed)).toEqual([])
  expect(violationsOf(here, "db.selectFrom('bumps')", listed)).toHaveLength(1)
  expect(violationsOf(here, "db.deleteFrom('forms')", listed)).toHaveLength(1)
  expect(violationsOf('src/selling/taxes-of-old/a.ts', "db.selectFrom('forms')", listed)).toHaveLength(1)
  expect(exceptionsAreUsed([parseSourceFile(here, "db.selectFrom('taxes')")], listed)).toEqual([
    'src/selling/taxes no longer reads forms',
  ])
})
