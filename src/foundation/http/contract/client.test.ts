import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { ApiError, createCall, NoAnswer } from './client.ts'
import type { Route } from './contract.ts'

const list = {
  method: 'GET',
  path: '/things/:id',
  summary: '',
  access: 'signed-in',
  right: null,
  params: z.object({ id: z.string() }),
  query: z.object({ q: z.string(), page: z.number().optional() }),
  ok: { status: 200, schema: z.object({ name: z.string() }) },
} as const satisfies Route

const create = {
  method: 'POST',
  path: '/things',
  summary: '',
  access: 'signed-in',
  right: null,
  ok: { status: 204, schema: z.undefined() },
} as const satisfies Route

type Sent = { url: string; init: RequestInit | undefined }

function answer(...responses: (Response | Error)[]): Sent[] {
  const sent: Sent[] = []
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    sent.push({ url, init })
    const response = responses.shift()
    if (response instanceof Error) throw response
    return response
  })
  return sent
}

afterEach(() => vi.unstubAllGlobals())

const refusal = (status: number, code: string) =>
  Response.json({ code, message: 'No', requestId: 'r', errors: { name: 'Too long' } }, { status })

test('a call sends its parameters in the path and query and its token in a header', async () => {
  const sent = answer(Response.json({ name: 'One', extra: true }))
  const call = createCall({ token: () => 'token' })
  const result = await call(list, { params: { id: 'a/b' }, query: { q: 'x y', page: 0 } })

  expect(result).toEqual({ name: 'One' })
  expect(sent[0]?.url).toBe('/api/things/a%2Fb?q=x+y&page=0')
  expect(sent[0]?.init?.headers).toEqual({ authorization: 'Bearer token' })
})

test('an API call without a body sends an empty JSON object', async () => {
  const sent = answer(new Response(null, { status: 204 }))
  await createCall({ token: () => null })(create, {})

  expect(sent[0]?.init?.body).toBe('{}')
})

test('an API call that gets a 401 renews the token and is repeated', async () => {
  const sent = answer(refusal(401, 'not_signed_in'), Response.json({ name: 'One' }))
  const refused: (string | null)[] = []
  const refresh = async (token: string | null) => {
    refused.push(token)
    return 'new'
  }
  const call = createCall({ token: () => 'old', refresh })
  await call(list, { params: { id: '1' }, query: { q: '' } })

  expect(sent.map(({ init }) => init?.headers)).toEqual([
    { authorization: 'Bearer old' },
    { authorization: 'Bearer new' },
  ])
  expect(refused).toEqual(['old'])
})

test('a rejected API call throws its code, message and field errors', async () => {
  answer(refusal(422, 'invalid_fields'))
  const refused = createCall({ token: () => null })(create, {}).catch((error: unknown) => error)

  expect(await refused).toBeInstanceOf(ApiError)
  expect(await refused).toMatchObject({ status: 422, code: 'invalid_fields', errors: { name: 'Too long' } })
})

test('a response that breaks the contract is reported in simple words', async () => {
  answer(Response.json({ name: 1 }))
  const refused = createCall({ token: () => null })(list, { params: { id: '1' }, query: { q: '' } })

  await expect(refused).rejects.toMatchObject({
    code: 'unreadable_answer',
    message: 'Something went wrong, please try again.',
  })
})

test('an API call without a response throws NoAnswer instead of ApiError', async () => {
  answer(new TypeError('network'))

  await expect(createCall({ token: () => null })(create, {})).rejects.toBeInstanceOf(NoAnswer)
})
