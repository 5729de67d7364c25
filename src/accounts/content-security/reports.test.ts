import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { signUpStaff } from '#accounts/roles/test-staff.ts'
import { reportPath } from '#foundation/http/contract/reporting.ts'
import { call, signUpSeller, startTestApp, type TestApp } from '#test-app.ts'
import { contentSecurityContract } from './contract.ts'
import { readReports } from './read-reports.ts'

let app: TestApp
let admin: { token: string }
const lines: string[] = []

beforeAll(async () => {
  app = await startTestApp({ log: { write: (line) => void lines.push(line) } })
  admin = await signUpStaff(app, 'SuperAdmin')
})
beforeEach(async () => {
  await app.reports.flush()
  await app.services.db.deleteFrom('contentSecurityReports').execute()
  lines.length = 0
})
afterAll(async () => app.close())

const send = async (body: unknown, type = 'application/reports+json') =>
  fetch(`${app.url}${reportPath}`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

type Changes = {
  path?: string
  documentURL?: string
  blockedURL?: string
  effectiveDirective?: string
  sourceFile?: string
}

const violation = ({ path = '/payment/0199-a?email=ada', ...changes }: Changes = {}) => ({
  type: 'csp-violation',
  body: {
    documentURL: `${app.url}${path}`,
    blockedURL: 'https://skimmer.example/s.js?card=1',
    effectiveDirective: 'script-src-elem',
    disposition: 'report',
    ...changes,
  },
})

const list = async () => {
  await app.reports.flush()
  const { body } = await call(app, 'GET', '/api/admin/content-security', { token: admin.token })
  return contentSecurityContract.listRefusals.ok.schema.parse(body).data
}

const alarm = z.object({
  alarm: z.literal(true),
  document: z.string(),
  blockedHost: z.string(),
  level: z.number(),
})
const alarms = () => lines.flatMap((line) => alarm.safeParse(JSON.parse(line)).data ?? [])

// Proves script-inventory.
test('a blocked script missing from the inventory triggers one alarm a day', async () => {
  const image = violation({ blockedURL: 'https://pixel.example/a.gif', effectiveDirective: 'img-src' })
  expect((await send([image, violation()])).status).toBe(204)
  await send([violation({ path: '/payment/another?key=secret' })])
  await list()
  await send([violation()])

  expect(await list()).toMatchObject([
    {
      document: '/payment/:id',
      directive: 'script-src-elem',
      blockedHost: 'skimmer.example',
      isScript: true,
      count: 3,
    },
    {
      document: '/payment/:id',
      directive: 'img-src',
      blockedHost: 'pixel.example',
      isScript: false,
      count: 1,
    },
  ])
  expect(alarms()).toEqual([
    { alarm: true, document: '/payment/:id', blockedHost: 'skimmer.example', level: 50 },
  ])
})

test('content security reports in the older format are counted too', async () => {
  const report = {
    'document-uri': `${app.url}/login`,
    'blocked-uri': 'inline',
    'effective-directive': 'script-src-elem',
  }
  expect((await send({ 'csp-report': report }, 'application/csp-report')).status).toBe(204)

  expect(await list()).toMatchObject([
    { document: '/login', blockedHost: 'inline', isScript: true, count: 1 },
  ])
})

test('content security reports are stored without the secrets in URLs', async () => {
  await send([
    violation({ path: '/purchases/0199-abc/DEF?key=canary#canary', blockedURL: 'https://a.example/canary' }),
  ])

  const rows = await app.services.db.selectFrom('contentSecurityReports').selectAll().execute()
  expect(rows).toEqual([])
  expect(JSON.stringify(await list())).not.toContain('canary')
  expect((await list())[0]?.document).toBe('/purchases/:id/:id')
})

test('content security reports about other sites or browser extensions are ignored', async () => {
  const bodies = [
    {},
    null,
    [null, 1, 'text', {}],
    [violation({ documentURL: 'https://elsewhere.example/payment/x' })],
    [violation({ documentURL: 'about:srcdoc' })],
    [violation({ blockedURL: 'chrome-extension://abc/x.js' })],
    [violation({ sourceFile: 'moz-extension' })],
    [violation({ effectiveDirective: 'script-src\n; x' })],
    [violation({ blockedURL: 'javascript:alert(1)' })],
  ]
  for (const body of bodies) expect([body, (await send(body)).status]).toEqual([body, 204])

  expect(await list()).toEqual([])
})

test('a malformed, oversized or wrongly typed content security report is rejected', async () => {
  const [broken, large, typed] = [
    await send('{"csp-report": ', 'application/csp-report'),
    await send([violation({ sourceFile: 'x'.repeat(65 * 1024) })]),
    await send('x', 'text/plain'),
  ]

  expect([broken, large, typed].map(({ status }) => status)).toEqual([400, 413, 415])
})

/** Adds false reports of scripts and pictures from several senders. */
async function makeUp(senders: number, each: number): Promise<void> {
  for (let sender = 0; sender < senders; sender += 1) {
    for (const effectiveDirective of ['script-src', 'img-src']) {
      const reports = Array.from({ length: each }, (_, index) =>
        violation({ blockedURL: `https://h${sender}-${index}.example/`, effectiveDirective }),
      )
      app.reports.add(readReports(reports, new URL(app.url).origin), `10.0.${sender}.1`)
    }
    await app.reports.flush()
  }
}

/** Runs the work on a later day, because a process remembers senders for one day. */
async function onDay<Result>(later: number, work: () => Promise<Result>): Promise<Result> {
  const now = app.clock.now()
  app.clock.advance(later * 24 * 60 * 60)
  const noon = app.clock.now()
  noon.setUTCHours(12)
  app.clock.set(noon)
  try {
    return await work()
  } finally {
    app.clock.set(now)
  }
}

test('one sender’s many false reports do not crowd out other senders’ reports', async () => {
  const rows = await onDay(100, async () => {
    for (let from = 0; from < 600; from += 50) {
      await send(
        Array.from({ length: 50 }, (_, index) =>
          violation({ blockedURL: `https://made-up${from + index}.example/` }),
        ),
      )
    }
    await app.reports.flush()
    app.reports.add(readReports(violation(), new URL(app.url).origin), '10.1.1.1')
    await app.reports.flush()
    return app.services.db.selectFrom('contentSecurityReports').select(['document', 'count']).execute()
  })

  expect(rows).toHaveLength(22)
  expect(rows.find(({ document }) => document === '(one sender)')?.count).toBe(580)
  expect(alarms().map(({ blockedHost }) => blockedHost)).toContain('skimmer.example')
})

test('too many different blocked scripts trigger an alarm every hour', async () => {
  const alarmsOfRoom = () => lines.filter((line) => line.includes('to count each one separately')).length
  const report = async (sender: string) => {
    app.reports.add(readReports(violation(), new URL(app.url).origin), sender)
    await app.reports.flush()
    return alarmsOfRoom()
  }
  const [said, shown, today] = await onDay(200, async () => {
    const { token } = await signUpStaff(app, 'SuperAdmin')
    await makeUp(60, 10)
    const { body } = await call(app, 'GET', '/api/admin/content-security', { token })
    const before = [alarmsOfRoom(), await report('10.1.1.1')]
    app.clock.advance(60 * 60)
    return [[...before, await report('10.1.1.2')], body, app.clock.now().toISOString().slice(0, 10)]
  })

  expect(said).toEqual([1, 1, 2])
  expect(shown).toMatchObject({ fullOn: today })
})

test('a day’s content security reports take limited space, but each one is counted', async () => {
  await makeUp(70, 10)
  const rows = await app.services.db
    .selectFrom('contentSecurityReports')
    .select(['isScript', 'count'])
    .execute()
  const countOf = (isScript: boolean) => rows.filter((row) => row.isScript === isScript)

  expect([countOf(true).length, countOf(false).length]).toEqual([501, 501])
  expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(1_400)
})

test('content security reports are shown for 30 days and deleted after 90', async () => {
  const now = app.clock.now()
  for (const daysAgo of [29, 30, 90, 91]) {
    app.clock.advance(-daysAgo * 24 * 60 * 60)
    await send([violation({ blockedURL: `https://a${daysAgo}.example/` })])
    await app.reports.flush()
    app.clock.set(now)
  }
  const shown = await list()
  await app.reports.prune()
  const kept = await app.services.db.selectFrom('contentSecurityReports').select('blockedHost').execute()

  expect(shown.map(({ blockedHost }) => blockedHost)).toEqual(['a29.example'])
  expect(kept.map(({ blockedHost }) => blockedHost).toSorted()).toEqual([
    'a29.example',
    'a30.example',
    'a90.example',
  ])
})

test('only a SuperAdmin sees the content security reports', async () => {
  const seller = await signUpSeller(app)
  const statuses = [undefined, seller.token, (await signUpStaff(app, 'Admin')).token].map(
    async (token) => (await call(app, 'GET', '/api/admin/content-security', { token })).status,
  )

  expect(await Promise.all(statuses)).toEqual([401, 403, 403])
})
