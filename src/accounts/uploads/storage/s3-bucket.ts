import { AwsV4Signer } from 'aws4fetch'
import { createHash } from 'node:crypto'
import { request as requestInClear, type IncomingMessage } from 'node:http'
import { request as requestOverTls } from 'node:https'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { t } from '#foundation/language/t.ts'
import { connectInTime } from '#foundation/card-provider/transport/connect-in-time.ts'
import { domainOf, keyReader } from './s3-keys.ts'
import { readTag } from './s3-xml.ts'

/** The bucket rejected a request. `code` is S3's reason, such as NoSuchKey. */
export class BucketRefusal extends Error {
  override name = 'BucketRefusal'
  readonly code: string
  readonly status: number

  constructor(code: string, status: number) {
    super(t('The storage refused: {code}', { code }))
    this.code = code
    this.status = status
  }
}

export type BucketCall = {
  readonly method?: 'HEAD' | 'GET' | 'PUT' | 'POST' | 'DELETE'
  /** The key of an object. Without it, the request is about the bucket itself. */
  readonly key?: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer
}

/** Throws BucketRefusal or a network error, after up to three attempts if retrying can help. */
export type Bucket = {
  /** The caller must read the response to its end or destroy it. */
  readonly open: (call: BucketCall) => Promise<IncomingMessage>
  readonly send: (call: BucketCall) => Promise<{ readonly tag: string; readonly text: string }>
  /** A link to an object that contains `query` and is valid for this many seconds. */
  readonly sign: (key: string, query: Readonly<Record<string, string>>, seconds: number) => Promise<string>
}

type Place = { readonly name: string; readonly region: string; readonly endpoint: string | null }

const tries = 3
/** How long connecting can take, in milliseconds. */
const connectTime = 2_000
/** How long a connection can be silent before a response, in milliseconds. */
const idleTime = 20_000

export function openBucket({ name, region, endpoint }: Place): Bucket {
  const base = addressOf({ name, region, endpoint })
  const agent = connectInTime(base.startsWith('https:'), connectTime)
  const readKeys = keyReader(region)
  const urlOf = (key: string | undefined, query: BucketCall['query'] = {}) => {
    const path = key === undefined ? '' : `/${key.split('/').map(encodeURIComponent).join('/')}`
    const url = new URL(`${base}${path}`)
    for (const [field, value] of Object.entries(query)) url.searchParams.set(field, value)
    return url.href
  }

  async function ask({ method = 'GET', key, query, headers, body }: BucketCall): Promise<IncomingMessage> {
    // The bucket compares this hash with the received content.
    const hash = createHash('sha256')
      .update(body ?? '')
      .digest('hex')
    const signer = new AwsV4Signer({
      ...(await readKeys()),
      service: 's3',
      region,
      method,
      url: urlOf(key, query),
      headers: { ...headers, 'x-amz-content-sha256': hash },
    })
    const signed = await signer.sign()
    const request = signed.url.protocol === 'https:' ? requestOverTls : requestInClear
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = request(signed.url, {
        agent,
        method,
        headers: { ...Object.fromEntries(signed.headers), 'content-length': body?.length ?? 0 },
        timeout: idleTime,
      })
      sent.once('timeout', () => sent.destroy(new Error('The storage did not respond in time')))
      sent.once('error', reject)
      sent.once('response', (response) => {
        // From here on, the reader decides how fast data is read.
        sent.setTimeout(0)
        resolve(response)
      })
      sent.end(body)
    })
    const status = answer.statusCode ?? 0
    if (status >= 200 && status < 300) return answer
    const code = readTag(await text(answer), 'Code') ?? (status === 404 ? 'NotFound' : `HTTP ${status}`)
    throw new BucketRefusal(code, status)
  }

  async function again<Result>(work: () => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work()
      } catch (error) {
        if (attempt === tries || !mayPass(error)) throw error
        await pause(Math.random() * 100 * 2 ** attempt)
      }
    }
  }

  return {
    open: (call) => again(() => ask(call)),
    send: (call) =>
      again(async () => {
        const answer = await ask(call)
        const found = await text(answer)
        // A long operation starts with status 200 and can still end in an error.
        if (found.includes('<Error>')) throw new BucketRefusal(readTag(found, 'Code') ?? 'Error', 500)
        return { tag: answer.headers.etag ?? '', text: found }
      }),
    async sign(key, query, seconds) {
      const url = urlOf(key, { ...query, 'X-Amz-Expires': `${seconds}` })
      const signer = new AwsV4Signer({ ...(await readKeys()), service: 's3', region, url, signQuery: true })
      // Some servers read a plus sign as a space and others do not.
      return (await signer.sign()).url.href.replaceAll('+', '%20')
    },
  }
}

/**
 * The bucket's URL without a slash at the end. Self-hosted servers have no host name per bucket, and no certificate
 * covers a bucket with dots.
 */
function addressOf({ name, region, endpoint }: Place): string {
  if (endpoint !== null) return `${endpoint.replace(/\/+$/, '')}/${name}`
  const host = `s3.${region}.${domainOf(region)}`
  return name.includes('.') ? `https://${host}/${name}` : `https://${name}.${host}`
}

function mayPass(error: unknown): boolean {
  if (!(error instanceof BucketRefusal)) return true
  return error.status >= 500 || error.status === 429 || error.code === 'RequestTimeout'
}
