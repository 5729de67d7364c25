import { callAddress } from '#foundation/http/call-address.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import type { Services } from '#registry/services.ts'
import type { EventRow } from '#selling/events/describe-event.ts'
import type { Called, Calling } from '../call-endpoint.ts'
import type { EndpointRow } from '../delivery-store.ts'
import { platforms } from './platforms.ts'
import { readConversion } from './read-conversion.ts'
import { writeGa4 } from './write-ga4.ts'

export type Target = Pick<EndpointRow, 'id' | 'kind' | 'publicId' | 'secret' | 'types'>

/**
 * Sends the purchase or refund of an event to an ad platform. `needless` if the platform does not count it. Throws only
 * if `stopping` was aborted, or if the message cannot be written.
 */
export async function sendConversion(
  services: Pick<Services, 'db' | 'clock'> & { readonly calling: Calling },
  target: Target,
  event: EventRow,
  stopping: AbortSignal,
): Promise<Called | 'needless'> {
  const conversion = await readConversion(services, event, target.types.includes('renewal.paid'))
  if (conversion === undefined || target.kind === 'webhook') return 'needless'
  const tooOld = secondsAfter(conversion.at, platforms[target.kind].oldest)
  if (tooOld < services.clock.now()) return { status: 0, failure: 'too_old', text: '', took: 0 }
  return callPlatform(services.calling, target, { path: '/mp/collect', body: writeGa4(conversion) }, stopping)
}

/** Posts to a path of a target's platform, with the seller's id and secret there. */
export async function callPlatform(
  { box, allowsLoopback, patience, adPlatformsUrl }: Calling,
  { id, kind, publicId, secret }: Target,
  { path, body }: { readonly path: string; readonly body: string },
  stopping?: AbortSignal,
): Promise<Called> {
  if (kind === 'webhook') throw new Error(`${id} is not an ad platform`)
  const opened = box.open(secret, id)
  if (opened === undefined)
    throw new Error(`The secret of target ${id} was encrypted with another AUTH_SECRET`)
  const base = adPlatformsUrl === undefined ? platforms[kind].host : `${adPlatformsUrl}/${kind}`
  const query = new URLSearchParams({ measurement_id: publicId ?? '', api_secret: opened.toString() })
  const begun = performance.now()
  const outcome = await callAddress(
    `${base}${path}?${query.toString()}`,
    { headers: { 'content-type': 'application/json', 'user-agent': 'tillform-conversions/1' }, body },
    {
      // The sandbox runs on this machine, whatever the mode.
      allowsLoopback: allowsLoopback || adPlatformsUrl !== undefined,
      ...(stopping === undefined ? {} : { stopping }),
      ...(patience === undefined ? {} : { within: patience }),
    },
  )
  return { ...outcome, took: Math.round(performance.now() - begun) }
}
