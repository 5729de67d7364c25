import { Resolver } from 'node:dns/promises'
import { request as requestPlain, type IncomingMessage } from 'node:http'
import { request as requestSecure } from 'node:https'
import { isLoopback } from './loopback.ts'
import { isPublicAddress, literalOf, problemOfAddress, type AddressProblem } from './public-address.ts'

/** How long a call to someone else's server may take, in milliseconds. */
const within = 10_000
/** How long the rest of a response may take after its status, in milliseconds. The status alone decides the outcome. */
const restWithin = 1_000
/** The number of bytes that are read of a response's body. */
const kept = 1_024

/**
 * The result of a call. `status` is 0 if there was no response, and `failure` says why: the URL was rejected, its host
 * name is unknown or resolves to a private network, it did not respond in time, or the connection failed with this
 * code.
 */
export type CallOutcome = {
  readonly status: number
  readonly failure: AddressProblem | 'unresolved' | 'private' | 'timeout' | `connection ${string}` | null
  readonly text: string
}

export type CallOptions = {
  /** Whether this machine can be called, which is possible only in development. */
  readonly allowsLoopback: boolean
  readonly stopping?: AbortSignal
  /** For tests: other name servers, or shorter time limits. */
  readonly resolve?: (hostname: string) => Promise<readonly string[]>
  readonly within?: number
}

/**
 * Posts to a URL that a stranger entered. Its host name is looked up for each call, and the connection is made to one
 * of the addresses just checked, so that no host name can lead into a private network, even if its addresses change in
 * between. Redirects are not followed. Throws only if `stopping` was aborted.
 */
export async function callAddress(
  url: string,
  { headers, body }: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
  options: CallOptions,
): Promise<CallOutcome> {
  const { allowsLoopback, stopping } = options
  const problem = problemOfAddress(url, allowsLoopback)
  if (problem !== undefined) return noAnswer(problem)
  const late = AbortSignal.timeout(options.within ?? within)
  const signal = stopping === undefined ? late : AbortSignal.any([late, stopping])
  const found = await addressesOf(new URL(url).hostname, options, signal)
  if (found === undefined) {
    stopping?.throwIfAborted()
    return noAnswer(late.aborted ? 'timeout' : 'unresolved')
  }
  if (!isAllowed(url, found, allowsLoopback)) return noAnswer('private')
  try {
    return await post(url, { headers, body }, { addresses: found, signal })
  } catch (error) {
    stopping?.throwIfAborted()
    if (late.aborted) return noAnswer('timeout')
    return noAnswer(`connection ${codeOf(error)}`)
  }
}

function noAnswer(failure: NonNullable<CallOutcome['failure']>): CallOutcome {
  return { status: 0, failure, text: '' }
}

function isAllowed(url: string, addresses: readonly string[], allowsLoopback: boolean): boolean {
  const isHere = allowsLoopback && isLoopback(new URL(url).hostname)
  return isHere || addresses.every(isPublicAddress)
}

/** The IP addresses of a host, or undefined if there are none or they are not found in time. */
async function addressesOf(
  hostname: string,
  { allowsLoopback, resolve = resolvePublicly }: CallOptions,
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  const literal = literalOf(hostname)
  if (literal !== undefined) return [literal]
  if (allowsLoopback && isLoopback(hostname)) return ['127.0.0.1']
  const stopped = new Promise<undefined>((done) => {
    signal.addEventListener('abort', () => done(undefined), { once: true })
  })
  const found = await Promise.race([resolve(hostname).catch(() => undefined), stopped])
  return found === undefined || found.length === 0 ? undefined : found
}

/**
 * Asks the name servers directly, because the system's own lookup occupies one of only a few threads for as long as a
 * stranger's name server takes.
 */
async function resolvePublicly(hostname: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  const found = await Promise.all(
    [resolver.resolve4(hostname), resolver.resolve6(hostname)].map((asked) => asked.catch(() => [])),
  )
  return found.flat()
}

type Connection = {
  readonly addresses: readonly string[]
  readonly signal: AbortSignal
}

async function post(
  url: string,
  { headers, body }: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
  { addresses, signal }: Connection,
): Promise<CallOutcome> {
  const known = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  const send = url.startsWith('https:') ? requestSecure : requestPlain
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = send(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      // Uses a separate connection, because a reused one could belong to an earlier lookup of the name.
      agent: false,
      signal,
      // Node requests either one address or all of them.
      lookup: (_hostname, { all }, done) =>
        all === true ? done(null, known) : done(null, known[0]?.address ?? '', known[0]?.family),
    })
    sent.once('response', resolve).once('error', reject).end(body)
  })
  return { status: answer.statusCode ?? 0, failure: null, text: await beginningOf(answer) }
}

/**
 * Reads the beginning of a response, or what arrived before it was cut off, because the status alone decides the
 * outcome. Closes the connection.
 */
async function beginningOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  const timeout = setTimeout(() => answer.destroy(), restWithin)
  await new Promise<void>((resolve) => {
    answer.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      if (size >= kept) answer.destroy()
    })
    answer.once('error', () => resolve()).once('close', () => resolve())
  })
  clearTimeout(timeout)
  answer.destroy()
  const bytes = Buffer.concat(chunks).subarray(0, kept)
  // Makes the text readable: without a truncated character at the end, and without characters that the database cannot
  // store.
  return new TextDecoder().decode(bytes, { stream: true }).replaceAll('\0', '')
}

function codeOf(error: unknown): string {
  const { code } = error instanceof Error && 'code' in error ? error : { code: undefined }
  return typeof code === 'string' ? code : 'failed'
}
