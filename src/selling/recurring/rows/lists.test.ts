import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { makeRole, signUpMember } from '#accounts/roles/test-staff.ts'
import { newId } from '#foundation/db/new-id.ts'
import { fillDatabase } from '#foundation/db/test-database.ts'
import { call, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { recurringContract } from '../contract.ts'
import { fillLives, generateLives, type GeneratedLife } from '../ledger/test-lives.ts'

let app: TestApp

const now = new Date('2026-11-20T15:00:00Z')

beforeAll(async () => {
  app = await startTestApp()
  app.clock.set(now)
})
afterAll(async () => app.close())

const page = z.object({
  data: z.array(z.looseObject({ saleId: z.string() })),
  prevPage: z.number().nullable(),
  nextPage: z.number().nullable(),
})

type Row = z.output<typeof page>['data'][number]

const ask = ({ token }: Pick<TestSeller, 'token'>, path: string) =>
  call(app, 'GET', `/api/recurring${path}`, { token })

/** All rows of a list, across its pages. */
async function rowsOf(seller: TestSeller, list: string, query: Record<string, string>): Promise<Row[]> {
  const rows: Row[] = []
  for (let at: number | null = 0; at !== null;) {
    const sought = new URLSearchParams({ ...query, zone: 'Europe/Berlin', limit: '100', page: String(at) })
    const { data, nextPage } = page.parse((await ask(seller, `/${list}?${sought.toString()}`)).body)
    rows.push(...data)
    at = nextPage
  }
  return rows
}

async function bridgesOf(seller: TestSeller, query = '') {
  const { body } = await ask(seller, `?zone=Europe/Berlin${query}`)
  const { months, currencies } = recurringContract.getRecurring.ok.schema.parse(body)
  return (currencies ?? []).flatMap(({ currency, months: bridges }) =>
    bridges.map((bridge, index) => ({ currency, month: months[index] ?? '', ...bridge })),
  )
}

/** A seller with these subscriptions, each group of them sold on its own form. */
async function sellerOf(...sold: readonly (readonly GeneratedLife[])[]) {
  const seller = await signUpSeller(app)
  const { sellerId } = await app.services.db
    .selectFrom('members')
    .select('sellerId')
    .where('userId', '=', seller.userId)
    .executeTakeFirstOrThrow()
  const forms: string[] = []
  await fillDatabase(app.databaseUrl, async (db) => {
    for (const lives of sold) forms.push(await fillLives(db, sellerId, lives))
  })
  return { seller, forms }
}

const amounts = (rows: readonly Row[]) => rows.reduce((sum, row) => sum + Number(row['total']), 0)

test('each figure links to exactly its rows, and the two forms’ rows together are all of them', async () => {
  const since = { from: new Date('2025-06-01T00:00:00Z'), now }
  const { seller, forms } = await sellerOf(
    generateLives(90, { ...since, seed: 3 }),
    generateLives(60, { ...since, seed: 4 }),
  )
  const ofForm = (query: Record<string, string>) =>
    Promise.all(forms.map((form) => rowsOf(seller, 'movements', { ...query, form, price: form })))
  const kinds = new Set<string>()
  for (const { currency, month, moved, end } of await bridgesOf(seller)) {
    const own = { currency, month }
    if (month < '2026-09') continue
    for (const { kind, because, rows } of moved) {
      kinds.add(because ?? kind)
      const sought = { ...own, kind, ...(because === null ? {} : { because }) }
      const found = await rowsOf(seller, 'movements', sought)
      expect([month, kind, because, found.length]).toEqual([month, kind, because, rows])
      expect(found.every((row) => row['kind'] === kind && row['because'] === because)).toBe(true)
      expect((await ofForm(sought)).flat().length).toBe(rows)
    }
    const counted = await rowsOf(seller, 'subscriptions', own)
    expect(new Set(counted.map(({ saleId }) => saleId)).size).toBe(end.heads)
  }
  expect([...kinds].toSorted()).toEqual(expect.arrayContaining(['asked', 'failed', 'more', 'new']))

  const cohorts = recurringContract.getCohorts.ok.schema.parse(
    (await ask(seller, '/cohorts?zone=Europe/Berlin')).body,
  )
  for (const { currency, cohorts: all } of cohorts.currencies ?? []) {
    for (const { month, heads } of all.slice(-3)) {
      const started = await rowsOf(seller, 'movements', { currency, month, kind: 'started' })
      expect([month, started.length]).toEqual([month, heads])
    }
  }

  const coming = recurringContract.getComing.ok.schema.parse((await ask(seller, '/coming')).body)
  for (const { currency, kinds: lines, weeks } of coming.currencies) {
    for (const { kind, total, count } of lines) {
      const found = await rowsOf(seller, 'coming/payments', { currency, kind })
      expect([kind, found.length, amounts(found)]).toEqual([kind, count, total])
    }
    const third = (await rowsOf(seller, 'coming/payments', { currency, week: '2' })).filter(
      (row) => row['kind'] !== 'end',
    )
    expect({ total: amounts(third), count: third.length }).toEqual(weeks[2])
  }
})

test('a list is paginated, newest first, with no row twice', async () => {
  const { seller } = await sellerOf(
    generateLives(70, { from: new Date('2026-11-01T00:00:00Z'), now, seed: 5 }),
  )
  const first = (list: string, at: number) => ask(seller, `/${list}&currency=usd&limit=10&page=${at}`)
  for (const list of ['movements?month=2026-11', 'subscriptions?month=2026-11', 'coming/payments?week=3']) {
    const pages = []
    for (let at = 0; at < 3; at += 1) pages.push(page.parse((await first(list, at)).body))
    const keys = pages.flatMap(({ data }) =>
      data.map((row) => JSON.stringify([row['id'], row.saleId, row['at']])),
    )
    expect(new Set(keys).size).toBe(keys.length)
    expect([pages[0]?.prevPage, pages[1]?.prevPage]).toEqual([null, 0])
    const times = pages.flatMap(({ data }) => data.map((row) => String(row['at'] ?? row['startedAt'])))
    const sorted = times.toSorted()
    expect(times).toEqual(list.startsWith('coming') ? sorted : sorted.toReversed())
  }
  const beyond = page.parse((await first('movements?month=2026-11', 50)).body)
  expect(beyond).toMatchObject({ data: [], nextPage: null })
})

const paths = [
  '',
  '/movements?month=2026-11&currency=usd',
  '/subscriptions?month=2026-11&currency=usd',
  '/cohorts',
  '/coming',
  '/coming/payments?currency=usd',
  '/export-link?list=cohorts',
]

// Proves sender-rights.
test('only members who may read sales see recurring revenue, and only their own shop’s', async () => {
  const { seller, forms } = await sellerOf(
    generateLives(12, { from: new Date('2026-09-01T00:00:00Z'), now, seed: 6 }),
  )
  const stranger = await signUpSeller(app)
  const statuses = async (token: string | undefined) => {
    const all: number[] = []
    for (const path of paths) all.push((await call(app, 'GET', `/api/recurring${path}`, { token })).status)
    return new Set(all)
  }
  const role = await makeRole(app, 'customers', ['read'], { forTeams: true })
  const member = await signUpMember(app, seller, role)
  expect(await statuses(undefined)).toEqual(new Set([401]))
  expect(await statuses(member.token)).toEqual(new Set([403]))
  expect(await statuses(seller.token)).toEqual(new Set([200]))

  const sought = { month: '2026-11', currency: 'usd', form: forms[0] ?? '' }
  expect(await rowsOf(seller, 'subscriptions', sought)).not.toEqual([])
  expect(await rowsOf(stranger, 'subscriptions', sought)).toEqual([])
  expect(await rowsOf(stranger, 'movements', sought)).toEqual([])
  expect(await rowsOf(stranger, 'coming/payments', { currency: 'usd', form: sought.form })).toEqual([])
  expect(await bridgesOf(stranger, `&form=${sought.form}`)).toEqual([])
  expect((await ask(stranger, `/cohorts?form=${sought.form}`)).body).toEqual({ currencies: [] })
  expect(await fileOf(stranger, `list=counted&month=2026-11&currency=usd&form=${sought.form}`)).toBe(
    '\uFEFFStarted (UTC),Purchase,Form,Buyer,Email,Currency,MRR\r\n',
  )
})

async function linkOf(seller: TestSeller, query: string): Promise<string> {
  const { body } = await ask(seller, `/export-link?zone=Europe/Berlin&${query}`)
  return recurringContract.getRecurringExportLink.ok.schema.parse(body).path
}

const textOf = async (path: string) =>
  Buffer.from(await (await fetch(`${app.url}${path}`)).arrayBuffer()).toString()

const fileOf = async (seller: TestSeller, query: string) => textOf(await linkOf(seller, query))

test('an export’s link works for two minutes, and only unchanged', async () => {
  const { seller } = await sellerOf([])
  const link = await linkOf(seller, 'list=cohorts')
  const status = async (path: string) => (await fetch(`${app.url}${path}`)).status
  expect(await status(link)).toBe(200)
  expect(await status(link.replace('/recurring/export', '/sales/export'))).toBe(404)
  expect(await status(`${link}A`)).toBe(404)
  expect(await status('/api/recurring/export?link=nothing')).toBe(404)
  app.clock.set(new Date(now.getTime() + 121_000))
  expect(await status(link)).toBe(404)
  app.clock.set(now)
})

test('invalid months, weeks, kinds and currencies are rejected with field errors', async () => {
  const { seller } = await sellerOf([])
  const refused = async (path: string) => {
    const { status, body } = await ask(seller, path)
    return [status, Object.keys(z.object({ errors: z.record(z.string(), z.unknown()) }).parse(body).errors)]
  }
  expect(await refused('/movements?month=2026-13&currency=usd')).toEqual([422, ['month']])
  expect(await refused('/movements?month=0000-01&currency=usd')).toEqual([422, ['month']])
  expect(await refused('/movements?month=2026-11')).toEqual([422, ['currency']])
  expect(await refused('/subscriptions?month=2026-11&currency=nothing')).toEqual([422, ['currency']])
  expect(await refused('/movements?month=2026-11&currency=usd&kind=end')).toEqual([422, ['kind']])
  expect(await refused('/movements?month=2026-11&currency=usd&because=weather')).toEqual([422, ['because']])
  expect(await refused('/coming/payments?currency=usd&week=13')).toEqual([422, ['week']])
  expect(await refused('/coming/payments?currency=usd&form=mine')).toEqual([422, ['form']])
  expect(await refused('/cohorts?zone=Mars/Olympus')).toEqual([422, ['zone']])
  expect(await refused('/export-link?list=movements&month=2026-11')).toEqual([422, ['currency']])
  expect(await refused('/export-link?list=movements&currency=usd')).toEqual([422, ['month']])
  expect(await refused('/export-link?list=sales')).toEqual([422, ['list']])
  const past = await ask(seller, '/movements?month=1969-01&currency=usd')
  const ahead = await ask(seller, '/subscriptions?month=2199-01&currency=usd')
  expect([past.status, ahead.status]).toEqual([200, 200])
})

const at = (day: string) => Date.parse(`2026-${day}T10:00:00Z`)

function lifeOf(fields: Pick<GeneratedLife, 'payments' | 'next'> & Partial<GeneratedLife>): GeneratedLife {
  const cycle = { billingPeriod: 'Monthly', billingInterval: 1, price: 2400 } as const
  const anchor = fields.payments[0]?.at ?? 0
  return {
    ...cycle,
    orderId: newId(),
    currency: 'usd',
    invoices: [],
    lapses: [],
    anchor,
    endedAt: null,
    ended: null,
    ...fields,
  }
}

test('each list is exported exactly, with months in the given time zone', async () => {
  const monthly = lifeOf({
    payments: ['09-10', '10-10', '11-10'].map((day) => ({ at: at(day), net: 2400 })),
    next: at('12-10'),
  })
  // October in UTC, November in Berlin.
  const yearly = lifeOf({
    billingPeriod: 'Yearly',
    price: 12_000,
    payments: [{ at: Date.parse('2026-10-31T23:30:00Z'), net: 12_000 }],
    next: Date.parse('2027-10-31T23:30:00Z'),
  })
  const gone = lifeOf({
    payments: [
      { at: at('09-15'), net: 2400 },
      { at: at('10-15'), net: 3000 },
    ],
    next: at('11-15'),
    endedAt: at('11-15'),
    ended: 'asked',
  })
  const { seller } = await sellerOf([monthly, yearly, gone])
  const cells = ({ orderId: id }: GeneratedLife) => `${id},A club,Bea,${id}@example.com,USD`
  const november = 'month=2026-11&currency=usd'
  expect(await fileOf(seller, `list=movements&${november}`)).toBe(
    [
      '\uFEFFTime (UTC),Change,Reason,Purchase,Form,Buyer,Email,Currency,MRR',
      `2026-11-15T10:00:00.000Z,gone,asked,${cells(gone)},-30.00`,
      `2026-10-31T23:30:00.000Z,new,,${cells(yearly)},10.00`,
      '',
    ].join('\r\n'),
  )
  expect(await fileOf(seller, `list=counted&${november}`)).toBe(
    [
      '\uFEFFStarted (UTC),Purchase,Form,Buyer,Email,Currency,MRR',
      `2026-10-31T23:30:00.000Z,${cells(yearly)},10.00`,
      `2026-09-10T10:00:00.000Z,${cells(monthly)},24.00`,
      '',
    ].join('\r\n'),
  )
  expect(await fileOf(seller, 'list=ahead&currency=usd')).toBe(
    [
      '\uFEFFTime (UTC),Kind,Purchase,Title,Buyer,Email,Currency,Total',
      ...['2026-12-10', '2027-01-10', '2027-02-10'].map(
        (day) => `${day}T10:00:00.000Z,renewal,${cells(monthly)},24.00`,
      ),
      '',
    ].join('\r\n'),
  )
  expect(await fileOf(seller, 'list=cohorts')).toBe(
    [
      '\uFEFFStarted,Months later,Currency,Subscriptions,MRR,Received so far',
      '2026-09,0,USD,2,48.00,126.00',
      '2026-09,1,USD,2,54.00,126.00',
      '2026-09,2,USD,1,24.00,126.00',
      '2026-11,0,USD,1,10.00,120.00',
      '',
    ].join('\r\n'),
  )
  const german = await fileOf(seller, `list=movements&${november}&kind=gone&format=semicolon`)
  expect(german.split('\r\n')[1]?.split(';').at(-1)).toBe('-30,00')
  const named = await fetch(`${app.url}${await linkOf(seller, `list=counted&${november}`)}`)
  expect(named.headers.get('content-disposition')).toBe(
    'attachment; filename="recurring-counted-2026-11.csv"',
  )
})
