import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { isResponseSerializationError, serializerCompiler } from 'fastify-type-provider-zod'
import { randomBytes, randomUUID } from 'node:crypto'
import { type Message, msg, say, t } from '#foundation/language/t.ts'
import { AddressTooLong, ClosedRoute, Failure } from '../failures/failure.ts'
import { answerAtOnce, type AnswersAtOnce } from './answer-at-once.ts'
import { inputCompiler } from './input/check-input.ts'
import type { ErrorBody } from './contract/contract.ts'
import { gatherBodies, hasBody } from './input/gather-bodies.ts'
import { takeJsonBodies } from './input/json-body.ts'
import { limitConnections, maximumHeaderSize, refuseConnection } from './crowds/limit-connections.ts'
import { plainPageHeaders, type RenderPlainPage } from './pages/plain-page.ts'
import { dropSlowReaders, usualReading, type ReadingPatience } from './crowds/reading-pace.ts'
import { takePlaces, crowdLimits, usualCrowds, type CrowdLimits } from './crowds/places.ts'
import { countUnderWay, whenOver } from './when-over.ts'

const jsonLimit = 256 * 1024
const jsonType = 'application/json; charset=utf-8'
const addressLimit = 8 * 1024

/**
 * How many pipelined requests of a connection can wait. Browsers and proxies wait for each response. A client that sent
 * many requests without reading the responses would block all others.
 */
const waitingLimit = 10

export type ServerOptions = {
  readonly log: FastifyBaseLogger
  /** Recognizes the errors of an unavailable database, so that the caller can retry. */
  readonly isStoreAway: (error: unknown) => boolean
  /** Whether the product uses https, which browsers must then always use. */
  readonly isSecure?: boolean
  /** The proxies whose forwarded addresses are trusted. Without a proxy, the socket's address counts. */
  readonly trustedProxies?: readonly string[]
  /** The time limits for a client's headers and for the whole request, in milliseconds. Shorter in tests. */
  readonly patience?: { readonly headers: number; readonly request: number }
  /** The time limits for clients that read a response slowly. */
  readonly reading?: ReadingPatience
  /** How many requests are served at the same time, in total and per network. */
  readonly crowds?: CrowdLimits
  /** The memory limit for all bodies together, in bytes. Smaller in tests. */
  readonly roomForBodies?: number
  /** Prepared responses, which are checked before anything else. */
  readonly atOnce?: Pick<AnswersAtOnce, 'answer'> | undefined
  /** Renders the page for an unreadable or unknown URL. Without it, people see the error for programs. */
  readonly renderPage?: RenderPlainPage
  /** Returns the URL that an unreadable one probably means, or null if that is unclear. */
  readonly mendAddress?: (url: string) => string | null
}

/**
 * The largest body, in bytes. A purchase has about two thousand bytes, and a seller's largest request a quarter of a
 * million.
 */
const usualRoom = 64 * 1024 * 1024
const usualPatience = { headers: 10_000, request: 30_000 } as const
/**
 * How long a connection can be idle, in milliseconds. Proxies keep idle connections for a minute. If ours closed
 * earlier, a proxy would sometimes send a request over a closing connection.
 */
const idleTime = 65_000
/** The default time limit for a body, in milliseconds. Routes with slower bodies declare their own. */
const longestBody = 300_000

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A longer time limit for the route's body, such as that of a file, in milliseconds. */
    bodyTime?: number
  }
}

/** Replaces Fastify's schema compilers, which would load a hundred files. */
function zodAlone(): never {
  throw new TypeError('Only zod schemas can describe requests and responses')
}

/**
 * An HTTP server without routes, with limits, request ids, validated bodies, and one error format for every
 * response.
 */
export function createServer({
  log,
  isStoreAway,
  isSecure = false,
  trustedProxies = [],
  patience = usualPatience,
  reading = usualReading,
  crowds = usualCrowds,
  roomForBodies = usualRoom,
  atOnce,
  renderPage,
  mendAddress,
}: ServerOptions): FastifyInstance {
  const app = fastify({
    loggerInstance: log,
    logController: new OneLineEach(),
    bodyLimit: jsonLimit,
    schemaController: {
      compilersFactory: { buildValidator: () => zodAlone, buildSerializer: () => zodAlone },
    },
    routerOptions: { maxParamLength: addressLimit, ignoreTrailingSlash: true },
    trustProxy: trustedProxies.length === 0 ? false : [...trustedProxies],
    clientErrorHandler: refuseConnection,
    frameworkErrors: (_error, request, reply) => {
      const base = { ...baseHeaders(request.id, isSecure), 'cache-control': 'no-store' }
      reply.hijack()
      const meant = request.method === 'GET' ? (mendAddress?.(request.url) ?? null) : null
      if (meant !== null) {
        reply.raw.writeHead(302, { ...base, location: meant }).end()
        return
      }
      // A person with a broken link sees a page, and a program gets the usual error.
      if (renderPage !== undefined && isOfPerson(request)) {
        const nonce = randomBytes(16).toString('base64')
        reply.raw.writeHead(400, { ...base, ...plainPageHeaders(nonce) }).end(renderPage(unreadable(), nonce))
        return
      }
      const body = bodyOf('unreadable', t('The address cannot be read'), request.id)
      reply.raw.writeHead(400, { ...base, 'content-type': jsonType }).end(JSON.stringify(body))
    },
    requestTimeout: longestBody,
    keepAliveTimeout: idleTime,
    genReqId: () => randomUUID(),
    forceCloseConnections: 'idle',
    http: {
      headersTimeout: patience.headers,
      maxHeaderSize: maximumHeaderSize,
      // Node looks for late clients only periodically, by default every 30 seconds.
      connectionsCheckingInterval: patience.headers / 10,
    },
  })
  if (atOnce !== undefined) {
    const { stop } = answerAtOnce(app.server, atOnce, (id) => baseHeaders(id, isSecure))
    app.addHook('preClose', async () => stop())
  }
  limitConnections(app.server, ...crowdLimits(crowds).connections, trustedProxies)
  const stopPacing = dropSlowReaders(app.server, reading)
  app.addHook('onClose', async () => stopPacing())
  takeJsonBodies(app)
  gatherBodies(app, roomForBodies)
  app.setValidatorCompiler(inputCompiler(() => []))
  app.setSerializerCompiler(serializerCompiler)
  app.decorateRequest('caller', null)
  app.decorateRequest('allowance', null)
  closeConnectionsWhileStopping(app)
  hangUpOnSlowBodies(app, patience.request)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(baseHeaders(request.id, isSecure))
    // From now on, the request counts as one of its connection's requests.
    whenOver(request, reply, () => undefined)
    if (countUnderWay(request) > waitingLimit) {
      // The responses to more requests would only queue up, while each request counted as running.
      reply.hijack()
      request.raw.socket.destroy()
      return
    }
    if (request.url.length > addressLimit) return done(new AddressTooLong())
    if (request.routeOptions.config.access !== undefined || request.is404) return done()
    reply.header('connection', 'close')
    done(new ClosedRoute())
  })
  takePlaces(app, crowds)
  app.setNotFoundHandler((request, reply) => {
    void reply.status(404).header('cache-control', 'no-store')
    if (renderPage === undefined || !isOfPerson(request)) {
      return reply.send(bodyOf('not_found', t('This address does not exist'), request.id))
    }
    const nonce = randomBytes(16).toString('base64')
    return reply.headers(plainPageHeaders(nonce)).send(renderPage(unknown(), nonce))
  })
  app.setErrorHandler((error, request, reply) => {
    const answer = describe(error, request.id, isStoreAway)
    if (answer.status >= 500) request.log.error({ err: error }, 'request failed')
    if (answer.retryAfter !== undefined) reply.header('retry-after', String(answer.retryAfter))
    void reply
      .status(answer.status)
      .header('cache-control', 'no-store')
      .type(jsonType)
      .serializer((body: unknown) => JSON.stringify(body))
      .send(answer.body)
  })
  return app
}

/** Logs each request once, after its response, with its outcome and duration. */
class OneLineEach extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const facts = { req: request, res: reply, responseTime: reply.elapsedTime }
    if (error) reply.log.error({ ...facts, err: error }, 'request errored')
    else reply.log.info(facts, 'request completed')
  }
}

/** Node has one time limit for all requests, but a large file on a slow connection takes longer than any other. */
function hangUpOnSlowBodies(app: FastifyInstance, usual: number): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request
    if (!hasBody(raw)) return done()
    const timeout = setTimeout(() => {
      if (raw.complete || reply.raw.headersSent) return
      const error = Object.assign(new Error('The body took too long'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
      reply.hijack()
      refuseConnection(error, raw.socket)
      raw.destroy()
    }, request.routeOptions.config.bodyTime ?? usual)
    whenOver(request, reply, () => clearTimeout(timeout))
    done()
  })
}

/** Closes connections after their response during shutdown, which idle connections would otherwise delay. */
function closeConnectionsWhileStopping(app: FastifyInstance): void {
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isStopping) reply.header('connection', 'close')
    done()
  })
}

/** Whether a person will see the response. Browsers mark such requests as navigation. */
function isOfPerson({ url, method, headers }: FastifyRequest): boolean {
  const isPage = (method === 'GET' || method === 'HEAD') && !/^\/(?:api|health|metrics)(?:[/?]|$)/.test(url)
  return isPage && headers.accept?.includes('text/html') === true
}

const unknown = () => ({ kind: 'unknown', title: t('This page does not exist') }) as const
const unreadable = () => ({ kind: 'unreadable', title: t('This link cannot be read') }) as const

function baseHeaders(requestId: string, isSecure: boolean): Record<string, string> {
  return {
    'x-request-id': requestId,
    'x-content-type-options': 'nosniff',
    // Pages that search engines may list remove this header: the payment pages of live shops.
    'x-robots-tag': 'noindex',
    ...(isSecure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  }
}

type Answer = { status: number; body: ErrorBody; retryAfter?: number | undefined }

function describe(error: unknown, requestId: string, isStoreAway: (error: unknown) => boolean): Answer {
  if (error instanceof Failure) {
    const { status, code, message, errors, details, retryAfter } = error
    return {
      status,
      retryAfter,
      body: {
        ...bodyOf(code, message, requestId),
        ...(errors === undefined ? {} : { errors: { ...errors } }),
        ...(details === undefined ? {} : { details }),
      },
    }
  }
  if (isStoreAway(error)) {
    const message = t('The service is not available at the moment. Try again in a few seconds.')
    return { status: 503, retryAfter: 2, body: bodyOf('unavailable', message, requestId) }
  }
  const status = isResponseSerializationError(error) ? 500 : clientStatusOf(error)
  return { status, body: bodyOf(codes[status] ?? 'internal', say(texts[status] ?? internalText), requestId) }
}

const internalText = msg(
  'Something went wrong on our side. Try again. If it keeps happening, contact us with the request ID.',
)

const texts: Readonly<Record<number, Message>> = {
  400: msg('The request cannot be read'),
  404: msg('This address does not exist'),
  413: msg('The request is too large'),
  415: msg('The request has a content type that is not accepted here'),
}

const codes: Readonly<Record<number, string>> = {
  400: 'unreadable',
  404: 'not_found',
  413: 'too_large',
  415: 'unsupported_content_type',
}

/**
 * The status of an error that the server or a plugin raised about the request (content type, size, JSON, a
 * path outside its folder), or else 500.
 */
function clientStatusOf(error: unknown): number {
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return 500
  const { statusCode: status } = error
  if (typeof status !== 'number') return 500
  if (texts[status] !== undefined) return status
  const isOfServer = 'code' in error && typeof error.code === 'string' && error.code.startsWith('FST_')
  if (!isOfServer || status < 400 || status >= 500) return 500
  return status === 403 ? 404 : 400
}

function bodyOf(code: string, message: string, requestId: string): ErrorBody {
  return { code, message, requestId }
}
