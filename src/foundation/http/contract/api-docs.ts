import fastify, { type FastifyInstance, type RouteOptions } from 'fastify'
import { jsonSchemaTransform } from 'fastify-type-provider-zod'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { errorBody, type Failures } from './contract.ts'
import { encodingOf, compressOnce, type CompressedBody } from '../pages/compressed-body.ts'
import { codesByStatus } from './route-failures.ts'
import { openRoutes } from '../pages/static-app.ts'

const docs = '/api/docs'
const description = '/api/openapi.json'
/**
 * The only accepted spelling of a path. Other spellings (an encoded letter, a `.` segment) would each take a
 * cache entry.
 */
const plainPath = /^(?:\/\w[\w-]*(?:\.[\w-]+)*)+\/?$/
/** The headers of the reference's own responses. The others are the server's. */
const passedOn = ['content-type', 'content-security-policy', 'cache-control', 'location']

/** Adapts the reference to the product's look, with a plain bar and without a search for other documents. */
const style = `
  .swagger-ui .topbar { background: #1c1724; padding: 8px 0 }
  .swagger-ui .topbar .download-url-wrapper { display: none }
  .swagger-ui .topbar-wrapper img, .swagger-ui .topbar-wrapper svg { height: 36px }
`

/** A response of the API reference, which is the same for everyone. */
type CachedAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: CompressedBody
}

/**
 * Describes the routes that are registered after it: as OpenAPI at `/api/openapi.json`, and for people at `/api/docs`.
 * The code for this is loaded with the first request and separate from the server. Each response is written and
 * compressed once.
 */
export async function registerApiDocs(app: FastifyInstance, root: string, publicUrl: string): Promise<void> {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => void routes.push(route))
  let opening: Promise<FastifyInstance> | undefined
  const open = () =>
    (opening ??= openReference(routes, root, publicUrl).catch((error: unknown) => {
      opening = undefined
      throw error
    }))
  const answers = new Map<string, Promise<CachedAnswer>>()

  /** Finds a response by path alone. */
  async function answerAt(path: string): Promise<CachedAnswer> {
    const making = answers.get(path) ?? open().then((reference) => ask(reference, path))
    answers.set(path, making)
    try {
      const answer = await making
      if (answer.status !== 200) answers.delete(path)
      return answer
    } catch (error) {
      answers.delete(path)
      throw error
    }
  }

  await app.register(async (scope) => {
    openRoutes(scope)
    for (const url of [description, docs, `${docs}/*`]) {
      scope.get(url, async (request, reply) => {
        const path = request.url.replace(/[?#].*$/, '')
        if (!plainPath.test(path)) return reply.callNotFound()
        const { status, headers, body } = await answerAt(path)
        if (status === 404) return reply.callNotFound()
        reply.headers(headers)
        if (status === 200 && request.headers['if-none-match'] === headers['etag'])
          return reply.status(304).send()
        const encoding = encodingOf(request.headers['accept-encoding'])
        if (encoding !== 'identity') reply.header('content-encoding', encoding)
        return reply
          .status(status)
          .header('vary', 'accept-encoding')
          .send(await body.in(encoding))
      })
    }
  })
}

async function ask(reference: FastifyInstance, path: string): Promise<CachedAnswer> {
  // The API reference itself reads the second of these paths.
  if (path === description || path === `${docs}/json`) {
    const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' }
    return cachedAnswer(200, headers, Buffer.from(JSON.stringify(shareAnswers(reference.swagger()))))
  }
  const { statusCode, headers, rawPayload } = await reference.inject({ url: path })
  const passed: Record<string, string> = {}
  for (const name of passedOn) if (headers[name] !== undefined) passed[name] = String(headers[name])
  return cachedAnswer(statusCode, passed, rawPayload)
}

function cachedAnswer(status: number, headers: CachedAnswer['headers'], content: Buffer): CachedAnswer {
  const etag = `W/"${createHash('sha256').update(content).digest('base64url')}"`
  return { status, headers: { ...headers, etag }, body: compressOnce(content) }
}

/** Builds the reference and description of these routes on a separate server that never listens. */
async function openReference(
  routes: readonly RouteOptions[],
  root: string,
  publicUrl: string,
): Promise<FastifyInstance> {
  const [{ default: swagger }, { default: swaggerUi }, logo] = await Promise.all([
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
    readFile(join(root, 'public/favicon.svg')),
  ])
  const reference = fastify({ exposeHeadRoutes: false, routerOptions: { ignoreTrailingSlash: true } })
  // This server receives only requests for the description.
  reference.setValidatorCompiler(() => () => true)
  reference.setSerializerCompiler(() => (data) => JSON.stringify(data))
  await reference.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Tillform API',
        version: '1.0.0',
        description:
          'Everything the back office and the payment page can do. A field called `amount` is in major units (49.99); every other money field (subtotal, taxAmount, total) is an integer in minor units of the currency next to it.',
      },
      servers: [{ url: publicUrl }],
      components: {
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      },
    },
    transform: (route) => {
      const { schema, url } = jsonSchemaTransform(route)
      const { failures, multipart, keyScope } = route.route.config ?? {}
      return {
        schema: {
          ...schema,
          ...(keyScope !== undefined && keyRight(keyScope)),
          ...(multipart !== undefined && { body: multipartBody(multipart) }),
          ...(failures !== undefined && { response: Object.assign({}, schema.response, refusals(failures)) }),
        },
        url,
      }
    },
  })
  await reference.register(swaggerUi, {
    routePrefix: docs,
    staticCSP: true,
    // The API reference adds its own styles while it renders.
    transformStaticCSP: (policy) =>
      policy
        .replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
        .replace('upgrade-insecure-requests;', ''),
    logo: { type: 'image/svg+xml', content: logo, href: '/api/docs', target: '_self' },
    theme: {
      title: 'Tillform API',
      css: [{ filename: 'tillform.css', content: style }],
      favicon: [
        {
          filename: 'favicon.svg',
          rel: 'icon',
          sizes: 'any',
          type: 'image/svg+xml',
          content: logo.toString(),
        },
      ],
    },
    uiConfig: { docExpansion: 'none', defaultModelsExpandDepth: -1, deepLinking: true },
  })
  for (const { method, url, schema, config } of routes) {
    if (method === 'HEAD' || schema?.hide === true) continue
    reference.route({
      method,
      url,
      ...(schema === undefined ? {} : { schema }),
      ...(config === undefined ? {} : { config }),
      handler: async () => undefined,
    })
  }
  await reference.ready()
  return reference
}

/** Describes which right API keys need for a route, both for people and for code generators. */
function keyRight(scope: string) {
  return { description: `API keys need the right \`${scope}\`.`, 'x-api-key-right': scope }
}

const described = z.looseObject({
  components: z.looseObject({}),
  paths: z.record(
    z.string(),
    z.record(z.string(), z.looseObject({ responses: z.record(z.string(), z.unknown()) })),
  ),
})

/** Describes each repeated response once. That removes two thirds of the text, so the reference opens sooner. */
function shareAnswers(whole: unknown): object {
  const { paths, components, ...rest } = described.parse(whole)
  const shared = new Map<string, string>()
  const responses: Record<string, unknown> = {}
  for (const operation of Object.values(paths).flatMap((operations) => Object.values(operations))) {
    for (const [status, answer] of Object.entries(operation.responses)) {
      const text = JSON.stringify(answer)
      const name = shared.get(text) ?? `${status}-${shared.size + 1}`
      shared.set(text, name)
      responses[name] = answer
      operation.responses[status] = { $ref: `#/components/responses/${name}` }
    }
  }
  return { ...rest, components: { ...components, responses }, paths }
}

/** The description of a multipart body, which no schema checks because its parts are streamed. */
function multipartBody(fields: z.ZodObject) {
  const { type, properties, required = [] } = z.toJSONSchema(fields, { io: 'input' })
  return {
    type,
    properties: { ...properties, file: { type: 'string', format: 'binary' } },
    required: [...required, 'file'],
  }
}

const { properties, required } = z.toJSONSchema(errorBody)

/** The possible errors by status, with their codes. */
function refusals(failures: Failures) {
  return Object.fromEntries(
    [...codesByStatus(failures)].map(([status, codes]) => [
      status,
      {
        description: codes.join(', '),
        type: 'object',
        properties: { ...properties, code: { type: 'string', enum: codes } },
        required,
      },
    ]),
  )
}
