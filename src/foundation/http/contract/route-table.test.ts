import { SignJWT } from 'jose'
import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { evidenceFields } from '#foundation/card-provider/evidence-fields.ts'
import cookiePlugin from '@fastify/cookie'
import { createAuthorize } from '#accounts/access/authorize.ts'
import { createBearer } from '#accounts/identity/sessions/bearer.ts'
import { ownHeaders } from '#accounts/identity/test-people.ts'
import { addTestPasskey } from '#accounts/roles/test-staff.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import type { Contract, Route } from './contract.ts'
import { serve } from './routes.ts'
import { createServer } from '../server.ts'
import { contracts } from '#test-contracts.ts'

const routes: Route[] = contracts.flatMap((contract) => Object.values(contract))
const closed = routes.filter(({ access }) => access !== 'anyone')
/** The routes for sellers. Platform routes reject sellers with a 403. */
const ofSellers = closed.filter(({ access }) => access !== 'super-admin' && access !== 'staff')

/** The routes without a contract, each with who can use it. */
const others: Readonly<Record<string, 'anyone' | 'signed-in'>> = {
  'GET /*': 'anyone',
  'GET /assets/*': 'anyone',
  'GET /embed.js': 'anyone',
  'GET /favicon.svg': 'anyone',
  'GET /apple-touch-icon.png': 'anyone',
  'GET /icon-192.png': 'anyone',
  'GET /icon-512.png': 'anyone',
  'GET /icon-maskable.png': 'anyone',
  'GET /help': 'anyone',
  'GET /help/:slug': 'anyone',
  'GET /help/pictures/:name': 'anyone',
  'GET /manifest.webmanifest': 'anyone',
  'GET /sw.js': 'anyone',
  'GET /robots.txt': 'anyone',
  'GET /llms.txt': 'anyone',
  'GET /.well-known/apple-developer-merchantid-domain-association': 'anyone',
  'GET /.well-known/security.txt': 'anyone',
  'GET /api/authentication/social/callback': 'anyone',
  'GET /health/live': 'anyone',
  'GET /health/ready': 'anyone',
  'GET /payment/:formId': 'anyone',
  'GET /payment/words/:file': 'anyone',
  'POST /payment/:formId': 'anyone',
  'GET /preview/payment': 'anyone',
  'GET /pictures/:name': 'anyone',
  'GET /s/:code': 'anyone',
  'GET /purchases/:id': 'anyone',
  'GET /purchases/:id/files/:fileId': 'anyone',
  'GET /purchases/:id/files/:fileId/video': 'anyone',
  'GET /purchases/:id/files/:fileId/captions': 'anyone',
  'POST /purchases/:id/offers/:offerId/undo': 'anyone',
  'GET /notices/unsubscribe': 'anyone',
  'POST /notices/unsubscribe': 'anyone',
  'POST /purchases/:id/early-start': 'anyone',
  'GET /purchases/:id/pause': 'anyone',
  'POST /purchases/:id/pause': 'anyone',
  'POST /purchases/:id/cancel-reason': 'anyone',
  'POST /purchases/:id/link': 'anyone',
  'GET /purchases/:id/withdraw': 'anyone',
  'POST /purchases/:id/withdraw': 'anyone',
  'GET /my/:shop': 'anyone',
  'POST /my/:shop': 'anyone',
  'GET /my/:shop/emails': 'anyone',
  'POST /my/:shop/emails': 'anyone',
  'GET /my/:shop/open': 'anyone',
  'POST /my/:shop/open': 'anyone',
  'POST /my/:shop/leave': 'anyone',
  'GET /my/:shop/data.json': 'anyone',
  'GET /my/:shop/invoices/:year.pdf': 'anyone',
  'GET /withdraw': 'anyone',
  'GET /cancel-contract': 'anyone',
  'POST /withdraw': 'anyone',
  'POST /cancel-contract': 'anyone',
  'GET /withdraw/:shop': 'anyone',
  'GET /cancel-contract/:shop': 'anyone',
  'POST /withdraw/:shop': 'anyone',
  'POST /cancel-contract/:shop': 'anyone',
  'GET /withdraw/received/:id': 'anyone',
  'GET /purchases/:id/calendar.ics': 'anyone',
  'GET /purchases/:id/invoice.pdf': 'anyone',
  'GET /purchases/:id/invoice.xml': 'anyone',
  'POST /purchases/:id/invoice-details': 'anyone',
  'GET /dev/mail': 'anyone',
  'GET /dev/mail/:id': 'anyone',
  'GET /api/openapi.json': 'anyone',
  'GET /api/customers/export': 'anyone',
  'GET /api/notices/live': 'signed-in',
  'GET /api/invoices/export': 'anyone',
  'GET /api/tax-regions/export': 'anyone',
  'GET /api/recurring/export': 'anyone',
  'GET /api/payouts/export': 'anyone',
  'GET /api/sales/export': 'anyone',
  'GET /api/sales/proof': 'anyone',
  'POST /api/content-security/reports': 'anyone',
  'POST /api/webhooks/stripe': 'anyone',
  'POST /api/webhooks/stripe-connect': 'anyone',
  'POST /mcp': 'signed-in',
  'GET /mcp': 'anyone',
  'DELETE /mcp': 'anyone',
  'POST /api/uploads/pictures': 'signed-in',
  'POST /api/uploads/files': 'signed-in',
  'PUT /api/uploads/begun/:id/parts/:number': 'signed-in',
  'GET /api/files/:id': 'signed-in',
}

let app: TestApp
let owner: TestSeller
let stranger: TestSeller
let newcomer: TestSeller
let form: string

beforeAll(async () => {
  app = await startTestApp()
  owner = await signUpSeller(app)
  stranger = await signUpSeller(app)
  newcomer = await signUpSeller(app, { isOnboarded: false })
  form = await createTestForm(app, owner)
})
afterAll(async () => app.close())

/** Every route of the server as the router prints it, such as `GET /page`. */
function listRoutes(): string[] {
  const path: string[] = []
  return app.server
    .printRoutes()
    .split('\n')
    .flatMap((line) => {
      const match = /^(.*?)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line)
      if (match === null) return []
      const [, indent = '', segment = '', methods = ''] = match
      path.splice(indent.length / 4, path.length, segment)
      const full = path.join('')
      return methods.split(', ').flatMap((method) => (method === '' ? [] : [`${method} ${full}`]))
    })
}

// Proves route-rights.
test('every server route is listed with the callers who can use it', () => {
  const known = new Set([
    ...Object.keys(others),
    ...routes.map(({ method, path }) => `${method} /api${path}`),
  ])
  const present = listRoutes().filter((route) => !/^HEAD |^GET \/api\/docs/.test(route))

  expect(present.length).toBeGreaterThan(20)
  expect(present.filter((route) => !known.has(route))).toEqual([])
  expect([...known].filter((route) => !present.includes(route))).toEqual([])
})

test('URLs that resemble a server-rendered page never show visitors the sellers’ app', async () => {
  const words = new Set(listRoutes().flatMap((route) => /^[A-Z]+ \/([\w-]+)(?:\/|$)/.exec(route)?.[1] ?? []))
  // Only developers open these routes.
  words.delete('dev')
  const shown: string[] = []
  for (const word of words) {
    for (const path of [`/${word}/a/b/c`, `/${word}`]) {
      const answer = await fetch(app.url + path, { headers: { accept: 'text/html' } })
      if ((await answer.text()).includes('id="root"></div>')) shown.push(path)
    }
  }
  expect([...words]).toEqual(expect.arrayContaining(['payment', 's', 'purchases', 'my']))
  expect(shown).toEqual([])
})

/** Valid bodies for routes that check their input before they look up the owner. */
const bodies: Readonly<Record<string, object>> = {
  '/sales/:id/subscription/pause': { payments: 1, next: '2027-01-01T00:00:00.000Z' },
  '/customers/:id/email': { email: 'ana@example.com' },
  '/customers/:id/notes': { text: 'A note' },
  '/coupons/:id/codes': { code: 'SPRING' },
  '/endpoints/:id/tests': { type: 'purchase.paid', formId: null },
  '/files/:id/replace': { by: '01a20760-4e2e-77af-a872-dbcaeab69962' },
  '/coupons/:id/code-batches': { count: 1 },
  '/customers/:id/merges': { customer: '00000000-0000-4000-8000-000000000000' },
  '/sales/:id/disputes/:disputeId/evidence': {
    evidence: Object.fromEntries(evidenceFields.map((field) => [field, ''])),
    submit: false,
  },
}

const ask = (route: Pick<Route, 'method' | 'path'>, token?: string) =>
  call(app, route.method, `/api${route.path.replace(':id', form)}`, {
    token,
    ...(route.method === 'POST' || route.method === 'PATCH' ? { body: bodies[route.path] ?? {} } : {}),
  })

const statusesFor = async (token?: string, asked: readonly Route[] = closed) =>
  Promise.all(asked.map(async (route) => `${route.method} ${route.path} ${(await ask(route, token)).status}`))
const allWith = (status: number) => closed.map(({ method, path }) => `${method} ${path} ${status}`)

test('a visitor without a token cannot use routes that require one', async () => {
  expect(await statusesFor()).toEqual(allWith(401))
})

const claim = async () => {
  const session = await app.services.db
    .selectFrom('sessions')
    .select(['id', 'userId'])
    .where('userId', '=', owner.userId)
    .executeTakeFirstOrThrow()
  return { userId: session.userId, sessionId: session.id }
}

const unsigned = ({ userId, sessionId }: { userId: string; sessionId: string }) => {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const payload = {
    sub: userId,
    sid: sessionId,
    iss: app.config.publicUrl,
    aud: 'tillform-api',
    exp: Math.floor(Date.now() / 1000) + 600,
  }
  return `${encode({ alg: 'none', typ: 'JWT' })}.${encode(payload)}.`
}

const signedOut = async () => {
  const { token } = await signUpSeller(app)
  await call(app, 'POST', '/api/authentication/sign-out', { token, headers: ownHeaders(app) })
  return token
}

const bearerOf = (secret: string, issuer: string, now = new Date()) =>
  createBearer(secret, issuer, { now: () => now })

const badTokens: Readonly<Record<string, () => Promise<string>>> = {
  garbage: async () => 'garbage',
  expired: async () =>
    bearerOf(
      app.config.authSecret,
      app.config.publicUrl,
      new Date(app.clock.now().getTime() - 16 * 60_000),
    ).issue(await claim()),
  'signed with another secret': async () =>
    bearerOf('x'.repeat(40), app.config.publicUrl).issue(await claim()),
  'from another issuer': async () =>
    bearerOf(app.config.authSecret, 'https://elsewhere.example').issue(await claim()),
  'without a signature': async () => unsigned(await claim()),
  'from a signed-out session': signedOut,
  'from another user’s session': async () =>
    bearerOf(app.config.authSecret, app.config.publicUrl).issue({
      ...(await claim()),
      userId: stranger.userId,
    }),
  'with another algorithm': async () =>
    new SignJWT({ sid: (await claim()).sessionId })
      .setProtectedHeader({ alg: 'HS512' })
      .setSubject(owner.userId)
      .setExpirationTime('10m')
      .sign(randomBytes(64)),
}

// Proves route-rights.
test.each(Object.keys(badTokens))('a token %s opens no closed route', async (kind) => {
  const token = await badTokens[kind]?.()

  expect(await statusesFor(token)).toEqual(allWith(401))
})

test('a valid token gives access to routes that require one', async () => {
  const signOuts = await statusesFor(owner.token, ofSellers)

  expect(signOuts.filter((line) => / 40[13]$/.test(line))).toEqual([])
  form = await createTestForm(app, owner)
})

test('a seller cannot access another seller’s data', async () => {
  const own = ofSellers.filter(({ path, method }) => path.includes(':id') && method !== 'PATCH')
  const answers = await Promise.all(own.map((route) => ask(route, stranger.token)))
  const update = await call(app, 'PATCH', `/api/forms/${form}`, {
    token: stranger.token,
    body: { isDetailUpdate: false, title: 'Taken over by a stranger' },
  })

  expect([...answers, update].map(({ status }) => status)).toEqual([...own, update].map(() => 404))
  const still = await call(app, 'GET', `/api/forms/${form}`, { token: owner.token })
  expect(still.body).toMatchObject({ title: 'A course in watercolor' })
})

test('only routes that need onboarding reject a seller who is not onboarded', async () => {
  const { db } = app.services
  await db.updateTable('users').set({ emailVerified: true }).where('id', '=', newcomer.userId).execute()
  const answers = await Promise.all(
    ofSellers.map(async (route) => ({ route, answer: await ask(route, newcomer.token) })),
  )

  for (const { route, answer } of answers) {
    const isGated = route.access === 'onboarded' || route.access === 'beyond-basic'
    expect([route.path, answer.status === 403]).toEqual([route.path, isGated])
    if (isGated) {
      expect(answer.body).toMatchObject({
        code: 'onboarding_uncompleted',
        message: 'You need to connect your stripe account with our service',
      })
    }
  }
})

/** A server on the same database with one route for each kind of access. */
const miniature = () => {
  const server = createServer({ log: pino({ level: 'silent' }), isStoreAway: () => false })
  void server.register(cookiePlugin)
  const bearer = bearerOf(app.config.authSecret, app.config.publicUrl, app.clock.now())
  const contract = {
    govern: {
      method: 'GET',
      path: '/govern',
      summary: 'For the SuperAdmin',
      access: 'super-admin',
      ok: { status: 200, schema: z.object({ role: z.string() }) },
    },
  } as const satisfies Contract
  const handlers = { govern: async ({ caller }: { caller: { role: string } }) => ({ role: caller.role }) }
  const authorize = createAuthorize(app.services, bearer)
  serve(server, contract, handlers, { authorize, answerOnce: async (_request, _keyId, act) => act() })
  server.get('/forgotten', async () => ({ open: true }))
  return server
}

const setRole = (role: 'SuperAdmin' | 'Admin' | 'Customer') =>
  app.services.db.updateTable('users').set({ role }).where('id', '=', newcomer.userId).execute()

test('only a SuperAdmin can use SuperAdmin routes, and changes of role apply immediately', async () => {
  const server = miniature()
  const govern = async (token: string) =>
    (await server.inject({ url: '/api/govern', headers: { authorization: `Bearer ${token}` } })).statusCode

  expect([await govern(''), await govern(owner.token), await govern(newcomer.token)]).toEqual([401, 403, 403])
  await setRole('Admin')
  expect(await govern(newcomer.token)).toBe(403)
  await setRole('SuperAdmin')
  expect(await govern(newcomer.token)).toBe(403)
  await addTestPasskey(app, newcomer.userId)
  expect(await govern(newcomer.token)).toBe(200)
  await setRole('Customer')
  expect(await govern(newcomer.token)).toBe(403)
})

// Proves route-rights.
test('a route without a declared access is closed to everyone', async () => {
  const server = miniature()
  for (const token of ['', owner.token]) {
    const answer = await server.inject({ url: '/forgotten', headers: { authorization: `Bearer ${token}` } })
    expect(answer.statusCode).toBe(404)
    expect(answer.body).not.toContain('open')
  }
})
