import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { makeKey } from '#accounts/api-keys/test-keys.ts'
import { scopes, type Scope } from '#foundation/rights/scopes.ts'
import { collectAll } from '#selling/events/test-events.ts'
import { buy } from '#selling/notifications/test-notifications.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'

let app: TestApp
let seller: TestSeller
let form: string

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())
beforeEach(async () => {
  seller = await signUpSeller(app)
  form = await createTestForm(app, seller)
})

const reply = z.object({
  id: z.number(),
  result: z.looseObject({}).optional(),
  error: z.object({ code: z.number(), message: z.string() }).optional(),
})
const listed = z.object({
  tools: z.array(z.object({ name: z.string(), inputSchema: z.looseObject({ type: z.literal('object') }) })),
})
const outcome = z.object({
  content: z.tuple([z.object({ type: z.literal('text'), text: z.string() })]),
  structuredContent: z.looseObject({}).optional(),
  isError: z.boolean().default(false),
})

/** A client that speaks the protocol, with an API key. */
async function assistant(given: readonly Scope[]) {
  const { key } = await makeKey(app, seller, given)
  const ask = async (method: string, params?: object) => {
    const body = { jsonrpc: '2.0', id: 1, method, params }
    return reply.parse((await call(app, 'POST', '/mcp', { token: key, body })).body)
  }
  return {
    key,
    ask,
    toolNames: async () => listed.parse((await ask('tools/list')).result).tools.map(({ name }) => name),
    use: async (name: string, input: object = {}) =>
      outcome.parse((await ask('tools/call', { name, arguments: input })).result),
  }
}

test('an assistant connects, finds its tools and reads forms, sales, customers and statistics', async () => {
  const sale = await buy(app, form)
  const { ask, toolNames, use } = await assistant(scopes)
  const begun = await ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: {} })
  expect(begun.result).toMatchObject({ protocolVersion: '2025-06-18', serverInfo: { name: 'tillform' } })

  expect(await toolNames()).toEqual([
    'list_forms',
    'read_form',
    'find_sales',
    'read_sale',
    'read_numbers',
    'find_customers',
    'explain_event',
    'draft_form',
  ])
  expect((await use('list_forms')).structuredContent).toMatchObject({
    forms: [{ id: form, state: 'selling' }],
  })
  expect((await use('read_form', { id: form })).structuredContent).toMatchObject({ form: { amount: 49 } })
  expect((await use('find_sales', { status: 'sold' })).structuredContent).toMatchObject({
    sales: [{ id: sale, total: 4900 }],
  })
  expect((await use('read_sale', { id: sale })).structuredContent).toMatchObject({ sale: { id: sale } })
  expect((await use('find_customers')).structuredContent).toMatchObject({
    customers: [{ name: 'Bea Novak' }],
  })
  expect((await use('read_numbers')).structuredContent).toHaveProperty('numbers')
})

test('an assistant explains an event and where it was sent', async () => {
  const sale = await buy(app, form)
  await collectAll(app)
  const { body } = await call(app, 'GET', '/api/events?thin=true', { token: seller.token })
  const [event] = z.object({ data: z.array(z.object({ id: z.string() })) }).parse(body).data
  const { use } = await assistant(['developers:read'])

  expect((await use('explain_event', { id: event?.id })).structuredContent).toMatchObject({
    event: { type: 'purchase.paid', purchaseId: sale },
    meaning: 'An order, offer or early payoff was paid',
    sentTo: [],
  })
})

// Proves assistants-draft.
test('a form drafted by an assistant is paused and sells nothing', async () => {
  const { use } = await assistant(['forms:write'])
  const draft = {
    title: 'A course in oil',
    description: 'Six weeks',
    amount: 59.5,
    currency: 'usd',
    like: form,
  }
  const { structuredContent } = await use('draft_form', draft)
  const { id } = z.object({ id: z.string() }).parse(structuredContent)

  const made = await call(app, 'GET', `/api/forms/${id}`, { token: seller.token })
  expect(made.body).toMatchObject({ title: 'A course in oil', amount: 59.5, isPaused: true })
  const body = { form: id, name: 'Bea', email: 'bea@example.com', paymentMethodId: 'pm_card_visa' }
  const bought = await call(app, 'POST', '/api/stripe/pay-form', {
    body,
    headers: { 'idempotency-key': 'a' },
  })
  expect(bought.status).toBe(409)
})

test('an assistant’s mistakes are results that say what to correct', async () => {
  const { ask, use } = await assistant(['forms:write'])
  const bare = await use('draft_form', { title: 'A', description: 'B', amount: 9, currency: 'usd' })
  expect([bare.isError, bare.content[0].text]).toEqual([true, expect.stringContaining('image: ')])
  const odd = await use('list_forms', { limit: 5_000 })
  expect([odd.isError, odd.content[0].text]).toEqual([true, expect.stringContaining('limit')])
  expect((await use('read_form', { id: crypto.randomUUID() })).isError).toBe(true)

  expect((await ask('resources/list')).error?.code).toBe(-32_601)
  expect((await ask('tools/call', { name: 'refund_sale', arguments: {} })).error?.code).toBe(-32_602)
})

// Proves assistants-rights.
test('an assistant sees only the tools for its key’s rights, and only its own shop', async () => {
  const { toolNames, ask } = await assistant(['sales:read'])
  expect(await toolNames()).toEqual(['find_sales', 'read_sale', 'read_numbers'])
  expect((await ask('tools/call', { name: 'list_forms', arguments: {} })).error?.code).toBe(-32_602)

  const sale = await buy(app, form)
  seller = await signUpSeller(app)
  const other = await assistant(scopes)
  expect((await other.use('read_sale', { id: sale })).isError).toBe(true)
  expect((await other.use('find_sales')).structuredContent).toMatchObject({ sales: [] })
})

// Proves assistants-rights.
test('assistants need an API key, and web pages on other sites cannot connect', async () => {
  const { key } = await assistant(['forms:read'])
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const send = async (token: string | undefined, headers: Record<string, string> = {}, url = '/mcp') =>
    (await call(app, 'POST', url, { ...(token === undefined ? {} : { token }), body, headers })).status

  expect(await send(key)).toBe(200)
  expect(await send(seller.token)).toBe(401)
  expect(await send(undefined)).toBe(401)
  expect(await send(`${key}0`)).toBe(401)
  expect(await send(key, {}, `/mcp?key=${key}`)).toBe(400)
  expect(await send(key, { origin: 'https://evil.example' })).toBe(403)
  expect((await call(app, 'GET', '/mcp', { token: key })).status).toBe(405)
  const notice = { token: key, body: { jsonrpc: '2.0', method: 'notifications/initialized' } }
  expect((await call(app, 'POST', '/mcp', notice)).status).toBe(202)
})
