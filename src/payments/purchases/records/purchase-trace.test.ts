import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { outcomeOf } from '#buying/checkout/pay/test-paying.ts'
import { call, createTestForm, sandboxList, signUpSeller, startTestApp, type TestApp } from '#test-app.ts'

const attribute = z.object({
  key: z.string(),
  value: z.object({
    stringValue: z.string().optional(),
    intValue: z.union([z.number(), z.string()]).optional(),
  }),
})
const received = z.object({
  resourceSpans: z.array(
    z.object({
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              attributes: z.array(attribute),
              links: z.array(z.object({ traceId: z.string(), spanId: z.string() })).default([]),
            }),
          ),
        }),
      ),
    }),
  ),
})
type Span = z.output<typeof received>['resourceSpans'][number]['scopeSpans'][number]['spans'][number]

const bodies: string[] = []
const collector = createServer((request, response) => {
  let body = ''
  request.setEncoding('utf8')
  request.on('data', (chunk: string) => (body += chunk))
  request.on('end', () => {
    bodies.push(`${request.url} ${body}`)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
})

let app: TestApp
beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const { port } = z.object({ port: z.number() }).parse(collector.address())
  app = await startTestApp({ config: { traces: { endpoint: `http://127.0.0.1:${port}/`, ratio: 1 } } })
})
afterAll(async () => {
  await new Promise((resolve) => {
    collector.close(resolve)
    collector.closeAllConnections()
  })
})

const attributeOf = (span: Span | undefined, key: string) =>
  span?.attributes.find((found) => found.key === key)?.value.stringValue

test('a purchase’s trace has all spans from its first commit to the receipt', async () => {
  const seller = await signUpSeller(app)
  const form = await createTestForm(app, seller)
  app.startWork()
  const paid = await call(app, 'POST', '/api/stripe/pay-form', {
    body: { form, email: 'bea@example.com', name: 'Bea Novak', paymentMethodId: 'pm_card_visa' },
    headers: { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' },
  })
  const { purchaseId: id } = outcomeOf(paid)
  await app.sandbox.untilDelivered()
  await expect
    .poll(async () => (await app.services.db.selectFrom('mails').select('sentAt').execute())[0]?.sentAt)
    .toBeInstanceOf(Date)
  await expect
    .poll(async () => {
      const open = app.services.db.selectFrom('webhookEvents').select('id').where('doneAt', 'is', null)
      return (await open.execute()).length
    })
    .toBe(0)
  const [intent] = await sandboxList(app, 'payment_intents')
  // Closing the app sends the remaining spans.
  await app.close()

  const spans = bodies.flatMap((body) => {
    const [path = '', ...json] = body.split(' ')
    expect(path).toBe('/v1/traces')
    return received
      .parse(JSON.parse(json.join(' ')))
      .resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans))
  })
  const trace = spans.filter(({ traceId }) => traceId === id.replaceAll('-', ''))
  const root = trace.find(({ name }) => name === 'purchase')
  const childrenOf = (parent: Span | undefined) =>
    trace.filter(({ parentSpanId }) => parentSpanId === parent?.spanId).map(({ name }) => name)

  expect(root?.parentSpanId ?? '').toBe('')
  expect(childrenOf(root)).toEqual(
    expect.arrayContaining([
      'purchase.record',
      'provider customers.create',
      'provider paymentIntents.create',
      'purchase.settle',
      'webhook.store',
      'mail.send',
    ]),
  )
  const settled = trace.find((span) => span.name === 'purchase.settle')
  expect(attributeOf(settled, 'tillform.status')).toBe('paid')
  const charged = trace.find(({ name }) => name === 'provider paymentIntents.create')
  expect(attributeOf(charged, 'tillform.outcome')).toBe('ok')

  // The request belongs to its caller's trace, and the purchase links to that trace.
  const request = spans.find(({ name }) => name === 'POST /api/stripe/pay-form')
  expect(request).toMatchObject({
    traceId: '0af7651916cd43dd8448eb211c80319c',
    parentSpanId: 'b7ad6b7169203331',
  })
  expect(root?.links).toEqual([
    expect.objectContaining({ traceId: request?.traceId, spanId: request?.spanId }),
  ])
  expect(attributeOf(request, 'tillform.purchase')).toBe(id)

  // Spans contain no personal data, and the trace is not sent to Stripe.
  expect(bodies.join('\n')).not.toMatch(/bea@|Novak|127\.0\.0\.1|seller-\d/)
  expect(intent?.metadata).toEqual({ purchase: id })
})
