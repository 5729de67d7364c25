import { Kysely, PostgresDialect } from 'kysely'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { jsonColumns } from './driver/camel-case.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

let database: TestDatabase
/** Dropped at the end of all tests, because its connections can still be closing when the test ends. */
let db: Kysely<unknown>

beforeAll(async () => {
  database = await createTestDatabase()
  db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new Pool({ connectionString: database.url }) }),
  })
})
afterAll(() => db.destroy())

type Column = { readonly name: string; readonly type: string }
type Tables = Map<string, Map<string, string>>

const tableFolder = join(import.meta.dirname, 'tables')
const source = [
  join(import.meta.dirname, 'schema.ts'),
  join(import.meta.dirname, 'views.ts'),
  ...readdirSync(tableFolder).map((name) => join(tableFolder, name)),
]
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')
const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The members of `type Name = { … }`, one per line or all on one line. */
function membersOf(typeName: string): Column[] {
  const extended = new RegExp(`type ${typeName} = (?:Omit<(\\w+), '(\\w+)'>|(\\w+)) & `).exec(source)
  const [, reduced, left, whole] = extended ?? []
  const base = reduced ?? whole ?? ''
  const body =
    new RegExp(`type ${typeName} = (?:(?:Omit<[^>]+>|\\w+) & )?\\{([\\s\\S]*?)\\}`).exec(source)?.[1] ?? ''
  const own = [...body.replaceAll(/\/\*\*.*?\*\//gs, '').matchAll(/(\w+): ([^\n;]+)/g)].map(
    ([, name = '', type = '']) => ({ name: snake(name), type: type.trim() }),
  )
  const inherited = base === '' ? [] : membersOf(base).filter(({ name }) => name !== left)
  return [...inherited, ...own]
}

const described = (): Tables =>
  new Map(
    membersOf('Tables').map(({ name, type }) => [
      name,
      new Map(membersOf(type).map((column) => [column.name, column.type])),
    ]),
  )

/** The columns of each view that the schema describes. */
const describedViews = (): Map<string, string[]> =>
  new Map(
    membersOf('Views').map(({ name, type }) => [
      name,
      [...(new RegExp(`type ${type} = View<([^>]+)>`).exec(source)?.[1] ?? '').matchAll(/'(\w+)'/g)].map(
        ([, column = '']) => snake(column),
      ),
    ]),
  )

const readTables = async () => (await db.introspection.getTables()).filter(({ isView }) => !isView)

const isNullable = (type: string) => /\| null/.test(type.replaceAll(/Json<[^>]*>/g, ''))
const isDefaulted = (type: string) => /^(?:Defaulted|DefaultedJson|CreatedAt|Generated)|undefined/.test(type)

/** For each column type, a pattern for the TypeScript type of the values that the driver returns. */
const driverTypes: Readonly<Record<string, RegExp>> = {
  uuid: /string/,
  text: /string|'|Role|OnboardingState|PriceType|PriceState|BillingPeriod|PurchaseStatus|PurchaseKind|RefundStatus|RefundRequester|SubscriptionStatus|OfferClosing|DifferenceKind|Plan|PlanStatus|Entity|PurchaseEvent|DisputeOutcome|NotificationOutcome|NotificationKind|ShopFont|ColorScheme|PictureFit|Sells|EarlyStart|ConsentKind|DescriptionFormat|WaitsBecause|Language|FieldKind|EndpointKind|EndpointState|EndpointOffReason|AsksFor|TaxMode|TaxTreatment|VatStatus|CancelReason|InvoiceKind|InvoiceReason|RecoveryKind|RecoveryState|RecoveryReason|MovementKind|GoneBecause/,
  bool: /boolean/,
  int2: /number/,
  int4: /number/,
  int8: /number/,
  numeric: /string/,
  timestamptz: /Date|CreatedAt/,
  xid8: /string/,
  jsonb: /Json<|SalesSums|LeadingForms|SourceColumn/,
  bytea: /Buffer/,
  _text: /(?:string|NotificationKind|Language)\[\]/,
  _uuid: /string\[\]/,
  _int4: /number\[\]/,
  _int8: /number\[\]/,
  date: /string/,
}

test('the schema types list exactly the database’s tables and columns', async () => {
  const tables = (await readTables()).filter(({ name }) => !name.startsWith('kysely_'))
  const known = described()

  expect([...known.keys()].toSorted()).toEqual(tables.map(({ name }) => name).toSorted())
  for (const { name, columns } of tables) {
    expect([name, ...[...(known.get(name)?.keys() ?? [])].toSorted()]).toEqual([
      name,
      ...columns.map((column) => column.name).toSorted(),
    ])
  }
})

test('the schema types list every view with columns from the table it is named after', async () => {
  const views = (await db.introspection.getTables()).filter(({ isView }) => isView)
  const columnsByView = new Map(
    views.map(({ name, columns }) => [name, columns.map((column) => column.name)]),
  )
  const sorted = (all: Map<string, string[]>) =>
    new Map([...all].map(([name, columns]) => [name, columns.toSorted()]))

  expect(sorted(columnsByView)).toEqual(sorted(describedViews()))
  const pool = new Pool({ connectionString: database.url })
  const { rows } = await pool.query(
    `select view_name, table_name, count(*)::int as count from information_schema.view_column_usage
    where view_schema = 'public' group by 1, 2`,
  )
  await pool.end()
  const usage = z
    .array(z.object({ view_name: z.string(), table_name: z.string(), count: z.number() }))
    .parse(rows)
  expect(usage.toSorted((a, b) => a.view_name.localeCompare(b.view_name))).toEqual(
    [...columnsByView]
      .map(([name, { length }]) => ({
        view_name: name,
        table_name: name.replace(/_view$/, ''),
        count: length,
      }))
      .toSorted((a, b) => a.view_name.localeCompare(b.view_name)),
  )
})

test('the schema types match each column’s nullability, default and values', async () => {
  const known = described()
  for (const { name, columns } of await readTables()) {
    for (const column of columns) {
      const type = known.get(name)?.get(column.name)
      if (type === undefined) continue
      const is = { nullable: column.isNullable, fits: driverTypes[column.dataType]?.test(type) }
      expect([name, column.name, is]).toEqual([name, column.name, { nullable: isNullable(type), fits: true }])
      if (isDefaulted(type) && !column.isNullable) {
        const hasDefault = column.hasDefaultValue || column.isAutoIncrementing
        expect([name, column.name, hasDefault]).toEqual([name, column.name, true])
      }
    }
  }
})

// Proves minor-units.
test('every amount column is a non-negative 64-bit integer', async () => {
  const amounts = await readTables().then((tables) =>
    tables.flatMap(({ name, columns }) =>
      columns
        .filter((column) => /^(?:\w+_)?amount$|^(?:sub)?total$/.test(column.name))
        .map((column) => ({ name, column: column.name, type: column.dataType })),
    ),
  )
  const pool = new Pool({ connectionString: database.url })
  const { rows } = await pool.query(
    `select conrelid::regclass::text as name, pg_get_constraintdef(oid) as rule from pg_constraint where contype = 'c'`,
  )
  await pool.end()
  const rules = z.array(z.object({ name: z.string(), rule: z.string() })).parse(rows)

  expect(amounts.length).toBeGreaterThan(8)
  for (const { name, column, type } of amounts) {
    expect([name, column, type]).toEqual([name, column, 'int8'])
    const isGuarded = rules.some((check) => check.name === name && check.rule.includes(column))
    expect([name, column, isGuarded]).toEqual([name, column, true])
  }
})

test('every JSON column is listed so that its keys stay unchanged', async () => {
  const tables = await readTables()
  const columns = tables.flatMap((table) => table.columns.filter(({ dataType }) => dataType === 'jsonb'))

  expect(new Set(columns.map(({ name }) => name))).toEqual(jsonColumns)
})
