import { isRecord, problemOf, TillformError } from './errors.ts'

/** What the generated `api.js` says about a route: its method and its path below `/api`. */
export type Operation = readonly [method: string, path: string]

export type ClientOptions = {
  /** Where Tillform runs, such as `https://tillform.example`. */
  readonly url: string
  /** An API key, from Settings › Developers. Keep it on your server. */
  readonly key: string
  /** How often a call is retried after a temporary failure. */
  readonly retries?: number
  /** The time limit for each attempt, in milliseconds. */
  readonly timeout?: number
  /** Replaces the global `fetch`, for example in tests. */
  readonly fetch?: typeof fetch
  /** Waits between attempts, in milliseconds. Tests can pass a function that does not wait. */
  readonly sleep?: (milliseconds: number) => Promise<void>
}

export type CallOptions = {
  /**
   * Identifies a write across runs of your program. Without it, each call gets a new one, which covers the
   * retries of that call.
   */
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
}

/** The parts of a call. Each route takes only some of them. */
export type Input = CallOptions & {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

export type Client = {
  readonly send: (operation: Operation, input?: Input) => Promise<unknown>
  /** All rows of a list, page by page, as they are needed. */
  readonly each: (operation: Operation, input?: Input) => AsyncGenerator<unknown, void, void>
}

const usualRetries = 4
const usualTimeout = 30_000
/** The first wait, which doubles with each retry, and the longest one, in milliseconds. */
const firstWait = 500
const longestWait = 30_000

/** Calls the API. Temporary failures are retried, and a write takes effect only once. */
export function createClient(options: ClientOptions): Client {
  const { key, retries = usualRetries, timeout = usualTimeout, sleep = pause } = options
  const root = options.url.replace(/\/+$/, '')
  const request = options.fetch ?? fetch

  async function send([method, path]: Operation, input: Input = {}): Promise<unknown> {
    const url = root + '/api' + fill(path, input.params ?? {}) + search(input.query ?? {})
    const headers: Record<string, string> = { authorization: `Bearer ${key}`, accept: 'application/json' }
    if (method !== 'GET') headers['idempotency-key'] = input.idempotencyKey ?? crypto.randomUUID()
    if (input.body !== undefined) headers['content-type'] = 'application/json'
    const body = input.body === undefined ? null : JSON.stringify(input.body)
    for (let tries = 0; ; tries += 1) {
      const outcome = await attempt(url, { method, headers, body }, input.signal)
      if (!(outcome instanceof Failed)) return outcome
      if (!outcome.mayPass || tries >= retries) throw outcome.error
      await sleep(outcome.wait ?? Math.min(firstWait * 2 ** tries, longestWait) * (0.5 + Math.random() / 2))
      input.signal?.throwIfAborted()
    }
  }

  /** One attempt. Returns the body or a failure. */
  async function attempt(url: string, init: RequestInit, signal: AbortSignal | undefined): Promise<unknown> {
    const late = AbortSignal.timeout(timeout)
    try {
      const response = await request(url, {
        ...init,
        redirect: 'error',
        signal: signal === undefined ? late : AbortSignal.any([signal, late]),
      })
      const text = await response.text()
      const body = parsed(text)
      if (response.ok) return body
      const error = new TillformError(problemOf(response.status, body))
      return new Failed(error, response.headers.get('retry-after'))
    } catch (error) {
      signal?.throwIfAborted()
      const message = late.aborted ? 'Tillform did not respond in time' : 'Tillform could not be reached'
      return new Failed(new TillformError({ status: 0, code: 'unreachable', message }, error), null)
    }
  }

  async function* each(operation: Operation, input: Input = {}): AsyncGenerator<unknown, void, void> {
    let query: Readonly<Record<string, unknown>> | undefined = input.query ?? {}
    while (query !== undefined) {
      const page: unknown = await send(operation, { ...input, query })
      const rows = rowsOf(page)
      yield* rows
      query = nextQuery(query, page, rows.at(-1))
    }
  }

  return { send, each }
}

class Failed {
  readonly error: TillformError
  /** The wait that the server asked for, in milliseconds. */
  readonly wait: number | undefined
  readonly mayPass: boolean

  constructor(error: TillformError, retryAfter: string | null) {
    const seconds = retryAfter === null ? Number.NaN : Number(retryAfter)
    this.error = error
    this.wait = Number.isFinite(seconds) ? Math.min(seconds * 1_000, longestWait * 4) : undefined
    const { status, code } = error
    this.mayPass = status === 0 || status === 429 || status >= 500 || code === 'request_in_progress'
  }
}

function fill(path: string, params: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined || value === '') throw new TypeError(`The call needs params.${name}`)
    return encodeURIComponent(value)
  })
}

function search(query: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  if (given.length === 0) return ''
  return `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}

function parsed(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

function rowsOf(page: unknown): readonly unknown[] {
  return isRecord(page) && Array.isArray(page['data']) ? page['data'] : []
}

/** The next page of a list, by page number or after the last row. Undefined at the end. */
function nextQuery(query: Readonly<Record<string, unknown>>, page: unknown, last: unknown) {
  if (!isRecord(page) || !isRecord(last)) return undefined
  const { nextPage, hasMore } = page
  if (typeof nextPage === 'number') return { ...query, page: nextPage }
  if (hasMore !== true) return undefined
  const event = isRecord(last['event']) ? last['event'] : last
  const position = event['sequence'] ?? last['id']
  return 'after' in query ? { ...query, after: position } : { ...query, before: position }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, milliseconds))
}
