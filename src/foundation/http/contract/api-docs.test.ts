import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { call, startTestApp, type TestApp } from '#test-app.ts'
import { contracts } from '#test-contracts.ts'
import { scopeOf } from './key-scope.ts'
import { sendTo } from './test-send.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())

const schema = z.record(z.string(), z.unknown())
const content = z.record(z.string(), z.object({ schema }))
const operation = z.object({
  operationId: z.string(),
  summary: z.string().min(1),
  parameters: z
    .array(
      z.object({ name: z.string(), in: z.enum(['path', 'query', 'header']), required: z.boolean(), schema }),
    )
    .default([]),
  requestBody: z.object({ content }).optional(),
  responses: z
    .record(
      z.string().regex(/^(?:[1-5]\d\d|[1-5]XX|default)$/),
      z.object({ description: z.string(), content: content.optional() }),
    )
    .refine((responses) => Object.keys(responses).length > 0),
  security: z.array(z.record(z.string(), z.array(z.string()))).optional(),
  'x-api-key-right': z.string().optional(),
})
const document = z.object({
  openapi: z.string().regex(/^3\.1\.\d+$/),
  info: z.object({ title: z.string(), version: z.string() }),
  servers: z.array(z.object({ url: z.url() })),
  paths: z.record(
    z.string().startsWith('/'),
    z.partialRecord(z.enum(['get', 'post', 'put', 'patch', 'delete', 'head']), operation),
  ),
  components: z.object({ securitySchemes: z.record(z.string(), z.unknown()), schemas: schema.optional() }),
})

const shared = z.object({ components: z.object({ responses: z.record(z.string(), z.unknown()) }) })
const reference = z.object({ $ref: z.string().startsWith('#/components/responses/') })

/** The API's description, with shared responses copied to each place that uses them. */
async function read() {
  const { body } = await call(app, 'GET', '/api/openapi.json')
  const { responses } = shared.parse(body).components
  const whole: unknown = JSON.parse(JSON.stringify(body), (_, value: unknown) => {
    const { success, data } = reference.safeParse(value)
    return success ? responses[data.$ref.replace('#/components/responses/', '')] : value
  })
  return document.parse(whole)
}

test('the API description is OpenAPI 3.1 and covers every contract’s routes', async () => {
  const { paths } = await read()

  for (const [name, route] of contracts.flatMap((contract) => Object.entries(contract))) {
    const path = `/api${route.path.replaceAll(/:(\w+)/g, '{$1}')}`
    const method = z.enum(['get', 'post', 'patch', 'delete']).parse(route.method.toLowerCase())
    const described = paths[path]?.[method]
    expect([name, described?.operationId]).toEqual([name, name])
    expect(described?.responses).toHaveProperty(String(route.ok.status))
    expect([name, described?.security !== undefined]).toEqual([name, route.access !== 'anyone'])
    expect([name, described?.['x-api-key-right']]).toEqual([name, scopeOf(route)])
  }
})

test('API operations have unique ids, declared path parameters and valid schemas', async () => {
  const { paths } = await read()
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods).map((described) => ({ path, ...described })),
  )
  const ids = operations.map(({ operationId }) => operationId)
  const schemas = new Map<string, z.output<typeof schema>>()

  expect(new Set(ids).size).toBe(ids.length)
  for (const { path, parameters, requestBody, responses } of operations) {
    const inPath = parameters.filter((parameter) => parameter.in === 'path')
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    expect([path, inPath.map(({ name }) => name)]).toEqual([path, named])
    expect(inPath.every(({ required }) => required)).toBe(true)
    const bodies = [requestBody, ...Object.values(responses)].flatMap((body) =>
      Object.values(body?.content ?? {}).map((part) => part.schema),
    )
    for (const part of [...bodies, ...parameters.map((parameter) => parameter.schema)])
      schemas.set(JSON.stringify(part), part)
  }
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  for (const part of schemas.values()) ajv.compile(part)
})

test('the API description shows an upload as a form with a file', async () => {
  const { paths } = await read()
  const described = paths['/api/uploads/pictures']?.post?.requestBody?.content ?? {}

  expect(Object.keys(described)).toEqual(['multipart/form-data'])
  expect(described['multipart/form-data']?.schema).toMatchObject({
    properties: { file: { type: 'string', format: 'binary' }, type: { enum: ['form', 'bump', 'divers'] } },
    required: ['type', 'file'],
  })
})

test('the API description has a page for people', async () => {
  const page = await fetch(`${app.url}/api/docs`)

  expect(page.status).toBe(200)
  expect(page.headers.get('content-type')).toContain('text/html')
  expect(await page.text()).toContain('<title>Tillform API</title>')
})

test('the API description omits pages, webhooks and development routes', async () => {
  const { paths } = await read()

  expect(Object.keys(paths).filter((path) => /webhook|\/dev\/|payment\/|\*/.test(path))).toEqual([])
})

test('the API description lists each route’s error codes by status', async () => {
  const { paths } = await read()
  const responses = paths['/api/stripe/pay-form']?.post?.responses

  const refusal = z.object({ properties: z.object({ code: z.object({ enum: z.array(z.string()) }) }) })
  const codesOf = (status: string) =>
    refusal.parse(responses?.[status]?.content?.['application/json']?.schema).properties.code.enum
  expect(codesOf('402')).toEqual(['payment_refused'])
  expect(codesOf('410')).toEqual(['form_deleted', 'offer_ended', 'sold_out'])
  expect(codesOf('503')).toEqual(['overloaded', 'provider_unreachable', 'tax_unavailable', 'unavailable'])
})

test('the API description, also as the reference reads it, describes each repeated response once', async () => {
  for (const path of ['/api/openapi.json', '/api/docs/json']) {
    const { responses } = shared.parse((await call(app, 'GET', path)).body).components
    const texts = Object.values(responses).map((answer) => JSON.stringify(answer))
    expect(texts.length).toBeGreaterThan(100)
    expect(new Set(texts).size).toBe(texts.length)
  }
})

test('the API description is cached in compressed form and not resent to clients that have it', async () => {
  const ask = (path: string, headers: Record<string, string> = {}) => fetch(`${app.url}${path}`, { headers })
  for (const path of ['/api/openapi.json', '/api/docs', '/api/docs/json', '/api/docs/yaml']) {
    const [first, second] = [await ask(path, { 'accept-encoding': 'br' }), await ask(`${path}?again`)]
    expect([first.status, second.status]).toEqual([200, 200])
    expect(first.headers.get('content-encoding')).toBe('br')
    expect(await first.text()).toBe(await second.text())
    const etag = first.headers.get('etag') ?? ''
    expect((await ask(path, { 'if-none-match': etag })).status).toBe(304)
  }
  expect((await ask('/api/docs/nothing')).status).toBe(404)
})

test('the API reference’s files are cached under only one spelling of their URL', async () => {
  const file = '/api/docs/static/swagger-ui.css'
  const spellings = [
    file.replace('swagger', '%73wagger'),
    file.replace('static/', 'static/./'),
    file.replace('static/', 'static//'),
    file.replace('static/', 'x/../static/'),
    file.replace('.css', '.cs%73'),
    '/api/docs/js%6Fn',
  ]
  const statusOf = async (path: string) => (await sendTo(app, '', 'GET', path)).status

  expect(await statusOf(file)).toBe(200)
  expect(await Promise.all(spellings.map(statusOf))).toEqual(spellings.map(() => 404))
})
