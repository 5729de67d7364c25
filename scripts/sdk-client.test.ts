import { expect, test } from 'vitest'
import { createClient } from '../packages/sdk/src/client.ts'
import { TillformError } from '../packages/sdk/src/errors.ts'

type Sent = { readonly url: string; readonly headers: Headers; readonly body: string }

/** A client whose calls are answered by these responses, one after the other. An error means no response. */
function clientWith(...answers: readonly (Response | Error)[]) {
  const sent: Sent[] = []
  const waits: number[] = []
  const client = createClient({
    url: 'https://tillform.example/',
    key: 'tf_test_1',
    fetch: async (url, init) => {
      const request = new Request(url, init ?? {})
      sent.push({ url: request.url, headers: request.headers, body: await request.text() })
      const answer =
        answers[sent.length - 1] ?? Response.json({ code: 'late', message: 'No' }, { status: 503 })
      if (answer instanceof Error) throw answer
      return answer
    },
    sleep: async (milliseconds) => void waits.push(milliseconds),
  })
  return { client, sent, waits }
}

async function all(rows: AsyncIterable<unknown>): Promise<unknown[]> {
  const found: unknown[] = []
  for await (const row of rows) found.push(row)
  return found
}

const refund = ['POST', '/sales/{id}/refunds'] as const

test('a write is retried under the same Idempotency-Key until it gets a response', async () => {
  const limited = Response.json(
    { code: 'too_many', message: 'Wait' },
    { status: 429, headers: { 'retry-after': '7' } },
  )
  const { client, sent, waits } = clientWith(new TypeError('no network'), limited, Response.json({ id: 'r' }))
  const answer = await client.send(refund, { params: { id: 'a/b' }, body: { amount: 9 } })

  expect(answer).toEqual({ id: 'r' })
  expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1)
  expect(sent[2]).toMatchObject({
    url: 'https://tillform.example/api/sales/a%2Fb/refunds',
    body: '{"amount":9}',
  })
  expect(sent[2]?.headers.get('authorization')).toBe('Bearer tf_test_1')
  expect(waits[1]).toBe(7_000)
})

test('a rejected call is not retried, and its error lists the invalid fields', async () => {
  const body = { code: 'invalid', message: 'No', errors: { amount: 'Too much' }, requestId: 'req' }
  const { client, sent } = clientWith(Response.json(body, { status: 422 }))
  const error: unknown = await client
    .send(refund, { params: { id: 'a' }, body: {} })
    .catch((reason: unknown) => reason)

  expect(error).toBeInstanceOf(TillformError)
  expect(error).toMatchObject({
    status: 422,
    code: 'invalid',
    errors: { amount: 'Too much' },
    requestId: 'req',
  })
  expect(sent).toHaveLength(1)
})

test('a call to a server that stays down, or that sends no JSON, fails after five attempts', async () => {
  const { client, sent } = clientWith(new Response('<h1>Bad gateway</h1>', { status: 502 }))
  await expect(client.send(['GET', '/forms'])).rejects.toMatchObject({ status: 503, code: 'late' })
  expect(sent).toHaveLength(5)
})

test('lists are read page by page, by number or after a row', async () => {
  const numbered = clientWith(
    Response.json({ data: [{ id: '1' }, { id: '2' }], nextPage: 1 }),
    Response.json({ data: [{ id: '3' }], nextPage: null }),
  )
  expect(await all(numbered.client.each(['GET', '/forms'], { query: { q: 'oil' } }))).toHaveLength(3)
  expect(numbered.sent[1]?.url).toMatch(/\?q=oil&page=1$/)

  const later = clientWith(
    Response.json({ data: [{ id: 'a', sequence: 4 }], hasMore: true }),
    Response.json({ data: [{ id: 'b', sequence: 9 }], hasMore: false }),
  )
  expect(await all(later.client.each(['GET', '/events'], { query: { after: 0 } }))).toHaveLength(2)
  expect(later.sent.map(({ url }) => url.split('?')[1])).toEqual(['after=0', 'after=4'])
})

test('a call without its path parameter fails before it is sent', async () => {
  const { client, sent } = clientWith()
  await expect(client.send(refund, { body: {} })).rejects.toThrow('The call needs params.id')
  expect(sent).toEqual([])
})
