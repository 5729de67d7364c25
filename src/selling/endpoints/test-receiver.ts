// A receiver of events in a separate process. The path decides how it responds: `/ok`, `/error`, `/redirect`, `/gone`,
// `/huge`, `/hang`, `/cut`, `/deaf` (accepts anything, repeats no challenge) or `/moody` (any of them).
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { fork } from 'node:child_process'
import { Webhook } from 'standardwebhooks'
import { z } from 'zod'

export type Received = {
  readonly path: string
  readonly id: string
  readonly type: string
  readonly body: unknown
  /** Whether the signature matches the secret, or null if the receiver has no secret. */
  readonly isSigned: boolean | null
}

const order = z.object({
  secret: z.string().optional(),
  asks: z.boolean().optional(),
  mood: z.string().optional(),
})
const received = z.object({
  received: z.array(
    z.object({
      path: z.string(),
      id: z.string(),
      type: z.string(),
      body: z.unknown(),
      isSigned: z.boolean().nullable(),
    }),
  ),
})

export type TestReceiver = {
  /** The URL for a kind of response, such as `ok`. */
  readonly at: (way: string) => string
  /** Verifies signatures with this secret from now on. */
  readonly know: (secret: string) => void
  /** Makes `/changing` respond differently. */
  readonly change: (way: string) => void
  /** The messages received so far, oldest first. */
  readonly received: () => Promise<readonly Received[]>
  readonly stop: () => void
}

export async function startReceiver(): Promise<TestReceiver> {
  const child = fork(import.meta.filename, [], { serialization: 'advanced' })
  const [first] = z.tuple([z.object({ port: z.number() })]).parse((await once(child, 'message')).slice(0, 1))
  return {
    at: (way) => `http://127.0.0.1:${first.port}/${way}`,
    know: (secret) => void child.send({ secret }),
    change: (mood) => void child.send({ mood }),
    async received() {
      const answer = once(child, 'message')
      child.send({ asks: true })
      return received.parse((await answer)[0]).received
    },
    stop: () => void child.kill(),
  }
}

const ways: Readonly<Record<string, (request: IncomingMessage, response: ServerResponse) => void>> = {
  ok: (_request, response) => response.writeHead(200).end('thanks'),
  deaf: (_request, response) => response.writeHead(200).end('whatever'),
  error: (_request, response) => response.writeHead(500).end('no'),
  redirect: (_request, response) => response.writeHead(302, { location: '/ok' }).end(),
  gone: (_request, response) => response.writeHead(410).end(),
  huge: (_request, response) => response.writeHead(200).end('a'.repeat(3_000_000)),
  hang: () => undefined,
  cut: (request) => request.socket.destroy(),
}
/** Most responses are successes, because an event is given up after eleven failures. */
const moods = [...Array<string>(12).fill('ok'), 'error', 'cut', 'redirect', 'huge']

if (process.argv[1] === import.meta.filename) {
  const all: Received[] = []
  let webhook: Webhook | undefined
  let mood = 'ok'
  const wayOf = (path: string) => {
    if (path === 'changing') return mood
    return path === 'moody' ? (moods[Math.floor(Math.random() * moods.length)] ?? 'ok') : path
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const body: unknown = JSON.parse(text)
      const { type, challenge } = z.object({ type: z.string(), challenge: z.string().optional() }).parse(body)
      const path = (request.url ?? '').slice(1)
      all.push({
        path,
        id: String(request.headers['webhook-id']),
        type,
        body,
        isSigned: isSigned(text, request),
      })
      if (challenge !== undefined && path !== 'deaf') return response.end(JSON.stringify({ challenge }))
      return ways[wayOf(path)]?.(request, response)
    })
  })
  const isSigned = (text: string, { headers }: IncomingMessage): boolean | null => {
    if (webhook === undefined) return null
    try {
      webhook.verify(text, {
        'webhook-id': String(headers['webhook-id']),
        'webhook-timestamp': String(headers['webhook-timestamp']),
        'webhook-signature': String(headers['webhook-signature']),
      })
      return true
    } catch {
      return false
    }
  }
  process.on('message', (message) => {
    const { secret, asks, mood: next } = order.parse(message)
    if (secret !== undefined) webhook = new Webhook(secret)
    if (next !== undefined) mood = next
    if (asks === true) process.send?.({ received: all })
  })
  process.on('disconnect', () => process.exit())
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
}
