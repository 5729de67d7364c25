import { callAddress, type CallOptions, type CallOutcome } from '#foundation/http/call-address.ts'
import { createSecretBox, type SecretBox } from '#foundation/values/secret-box.ts'
import type { Services } from '#registry/services.ts'
import type { EndpointRow } from './delivery-store.ts'
import { signedHeaders } from './secret.ts'

/** The services for calling an endpoint. `patience` is the time limit in milliseconds. Only tests set it. */
export type Calling = Pick<Services, 'clock'> & {
  readonly box: SecretBox
  readonly allowsLoopback: boolean
  readonly patience?: number
  /** The URL of the sandbox's ad platforms, or undefined to call the real ones. */
  readonly adPlatformsUrl?: string | undefined
  /** The product's URL as buyers see it. */
  readonly publicUrl: string
}

/** Receivers must be on the public internet in production. Elsewhere, they can run on the same machine. */
export function createCalling({ clock, config }: Pick<Services, 'clock' | 'config'>): Calling {
  return {
    clock,
    box: createSecretBox(config.authSecret, 'webhook endpoints'),
    allowsLoopback: !config.isProduction,
    adPlatformsUrl: config.adPlatformsUrl,
    publicUrl: config.publicUrl,
  }
}

/**
 * `ours` means that we could not write the message, `no_echo` that the receiver did not repeat a challenge,
 * `too_old` that an ad platform no longer accepts a purchase, and `refused` that it does not accept it at all.
 */
export type Called = Pick<CallOutcome, 'status' | 'text'> & {
  readonly failure: CallOutcome['failure'] | 'ours' | 'no_echo' | 'too_old' | 'refused'
  /** In milliseconds. */
  readonly took: number
}

type Receiver = Pick<EndpointRow, 'id' | 'url' | 'secret' | 'oldSecret' | 'oldSecretUntil'>

/** Posts a signed message to an endpoint. Throws only if `stopping` was aborted. */
export async function callEndpoint(
  { clock, box, allowsLoopback, patience }: Calling,
  endpoint: Receiver,
  message: { readonly id: string; readonly body: string },
  stopping?: AbortSignal,
): Promise<Called> {
  const at = clock.now()
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'tillform-webhooks/1',
    ...signedHeaders({ ...message, at }, secretsOf(box, endpoint, at)),
  }
  const options: CallOptions = {
    allowsLoopback,
    ...(stopping === undefined ? {} : { stopping }),
    ...(patience === undefined ? {} : { within: patience }),
  }
  const begun = performance.now()
  const outcome = await callAddress(endpoint.url, { headers, body: message.body }, options)
  return { ...outcome, took: Math.round(performance.now() - begun) }
}

export function isSuccess({ status, failure }: Pick<Called, 'status' | 'failure'>): boolean {
  return status >= 200 && status < 300 && failure !== 'refused'
}

/** The current secret, and the previous one while it is valid. */
function secretsOf(box: SecretBox, { id, secret, oldSecret, oldSecretUntil }: Receiver, now: Date): Buffer[] {
  const closed = [
    secret,
    ...(oldSecret !== null && oldSecretUntil !== null && oldSecretUntil > now ? [oldSecret] : []),
  ]
  return closed.map((one) => {
    const opened = box.open(one, id)
    if (opened === undefined)
      throw new Error(`The secret of endpoint ${id} was encrypted with another AUTH_SECRET`)
    return opened
  })
}
