import { z } from 'zod'
import { t } from '#foundation/language/t.ts'
import { errorBody, type Route } from './contract.ts'

/** The timeout for the browser's API calls, in milliseconds. */
export const requestTimeout = 10_000

type Part<R extends Route, Name extends 'params' | 'query' | 'body'> = R extends {
  readonly [Key in Name]: infer Schema extends z.ZodType
}
  ? { [Key in Name]: z.input<Schema> }
  : unknown

/** The arguments of a route: exactly the parts that its contract defines. */
export type Input<R extends Route> = Part<R, 'params'> & Part<R, 'query'> & Part<R, 'body'>
export type Output<R extends Route> = z.output<R['ok']['schema']>

/** A rejected API call. `errors` has messages by field, and `message` is suitable for people. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly errors: Readonly<Record<string, string>>
  readonly details: unknown

  constructor(status: number, body: z.infer<typeof errorBody>, options?: ErrorOptions) {
    super(body.message, options)
    this.status = status
    this.code = body.code
    this.errors = body.errors ?? {}
    this.details = body.details
  }
}

/** The API call got no response because of the network or a timeout. Its outcome is unknown. */
export class NoAnswer extends Error {
  /** Whether the call timed out, so that the person has already waited long enough. */
  readonly isLate: boolean

  constructor(message: string, options: { readonly cause: unknown; readonly isLate: boolean }) {
    super(message, { cause: options.cause })
    this.isLate = options.isLate
  }
}

export type Transport = {
  /** The bearer token to send, or null if there is none. */
  readonly token: () => string | null
  /** Called once with the rejected token after a 401. If it returns a new token, the call is repeated. */
  readonly refresh?: (refused: string | null) => Promise<string | null>
}

export type Call = <R extends Route>(
  route: R,
  input: Input<R> & {
    readonly signal?: AbortSignal
    readonly headers?: Readonly<Record<string, string>>
    /** Whether the call continues if the user leaves the page. */
    readonly keepalive?: boolean
  },
) => Promise<Output<R>>

/** Makes a typed client for the API's routes. It shows nothing and navigates nowhere. */
export function createCall(transport: Transport): Call {
  return async (route, input) => {
    const request = describeRequest(route, input)
    const given = transport.token()
    let response = await send(request, given)
    if (response.status === 401 && transport.refresh !== undefined) {
      const token = await transport.refresh(given)
      if (token !== null) response = await send(request, token)
    }
    return readAnswer(route, response)
  }
}

type Request = {
  readonly url: string
  readonly method: string
  readonly headers: Record<string, string>
  readonly body: string | undefined
  readonly signal: AbortSignal | undefined
  readonly keepalive: boolean
}

const loose = z.object({
  params: z.record(z.string(), z.string()).optional(),
  query: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.undefined()])).optional(),
  body: z.unknown().optional(),
  headers: z.record(z.string(), z.string()).optional(),
  keepalive: z.boolean().optional(),
  signal: z.custom<AbortSignal>((value) => value === undefined || value instanceof AbortSignal).optional(),
})

function describeRequest(route: Route, input: unknown): Request {
  const { params = {}, query = {}, body, headers = {}, keepalive = false, signal } = loose.parse(input)
  const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, String(value))
  }
  const suffix = search.size > 0 ? `?${search.toString()}` : ''
  const json = route.method === 'POST' || route.method === 'PATCH'
  return {
    url: `/api${path}${suffix}`,
    method: route.method,
    headers: json ? { ...headers, 'content-type': 'application/json' } : headers,
    body: json ? JSON.stringify(body ?? {}) : undefined,
    signal,
    keepalive,
  }
}

async function send(request: Request, token: string | null): Promise<Response> {
  const timeout = AbortSignal.timeout(requestTimeout)
  try {
    return await fetch(request.url, {
      method: request.method,
      credentials: 'include',
      headers: token === null ? request.headers : { ...request.headers, authorization: `Bearer ${token}` },
      ...(request.body === undefined ? {} : { body: request.body }),
      ...(request.keepalive ? { keepalive: true } : {}),
      signal: request.signal === undefined ? timeout : AbortSignal.any([timeout, request.signal]),
    })
  } catch (error) {
    if (request.signal?.aborted === true) throw error
    throw new NoAnswer(t('The server could not be reached. Check your connection and try again.'), {
      cause: error,
      isLate: timeout.aborted,
    })
  }
}

async function readAnswer<R extends Route>(route: R, response: Response): Promise<Output<R>> {
  const body: unknown = response.status === 204 ? undefined : await response.json().catch(() => undefined)
  if (response.ok) return decode(route, response, body)
  const parsed = errorBody.safeParse(body)
  throw new ApiError(response.status, parsed.success ? parsed.data : unreadable())
}

const unreadable = () => ({
  code: 'unreadable_answer',
  message: t('Something went wrong, please try again.'),
  requestId: '',
})

/** A response that breaks the contract counts as no response. Its details are for the console and not for people. */
function decode<R extends Route>(route: R, response: Response, body: unknown): Output<R> {
  const answer = z.safeParse<R['ok']['schema']>(route.ok.schema, body)
  if (answer.success) return answer.data
  throw new ApiError(response.status, unreadable(), { cause: answer.error })
}
