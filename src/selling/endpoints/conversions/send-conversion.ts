import { callAddress } from '#foundation/http/call-address.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import type { Services } from '#registry/services.ts'
import type { EventRow } from '#selling/events/describe-event.ts'
import type { Called, Calling } from '../call-endpoint.ts'
import type { EndpointRow } from '../delivery-store.ts'
import { platforms } from './platforms.ts'
import { readConversion, readSharedBuyer, type Conversion } from './read-conversion.ts'
import { writeGa4 } from './write-ga4.ts'
import { metaVersion, writeMeta } from './write-meta.ts'
import { writeTikTok } from './write-tiktok.ts'

export type Target = Pick<EndpointRow, 'id' | 'kind' | 'publicId' | 'secret' | 'types'>

/**
 * Sends the purchase or refund of an event to a platform. `needless` if the platform does not count it, or may not
 * learn of it. Throws only if `stopping` was aborted, or if the message cannot be written.
 */
export async function sendConversion(
  services: Pick<Services, 'db' | 'clock'> & { readonly calling: Calling },
  target: Target,
  event: EventRow,
  stopping: AbortSignal,
): Promise<Called | 'needless'> {
  const conversion = await readConversion(services, event, target.types.includes('renewal.paid'))
  if (conversion === undefined || target.kind === 'webhook') return 'needless'
  const body = await writeConversion(services, target, conversion)
  if (body === undefined) return 'needless'
  const tooOld = secondsAfter(conversion.at, platforms[target.kind].oldest)
  if (tooOld < services.clock.now()) return { status: 0, failure: 'too_old', text: '', took: 0 }
  return callPlatform(services.calling, target, body, { stopping })
}

/** Undefined if the buyer did not agree that the platform learns of it. */
async function writeConversion(
  { db, calling }: Pick<Services, 'db'> & { readonly calling: Calling },
  { kind, publicId }: Target,
  conversion: Conversion,
): Promise<string | undefined> {
  if (kind === 'ga4') return writeGa4(conversion)
  if (kind === 'webhook') return undefined
  const buyer = await readSharedBuyer(db, kind, conversion, calling.publicUrl)
  if (buyer === undefined) return undefined
  return kind === 'meta' ? writeMeta(conversion, buyer) : writeTikTok(publicId ?? '', conversion, buyer)
}

type Options = {
  readonly stopping?: AbortSignal
  /** Whether the platform only checks the message. Only Google can do that. */
  readonly isCheck?: boolean
}

/** Posts a message to a target's platform, with the seller's id and secret there. */
export async function callPlatform(
  { box, allowsLoopback, patience, adPlatformsUrl }: Calling,
  { id, kind, publicId, secret: closed }: Target,
  body: string,
  { stopping, isCheck = false }: Options = {},
): Promise<Called> {
  if (kind === 'webhook') throw new Error(`${id} is not an ad platform`)
  const opened = box.open(closed, id)
  if (opened === undefined)
    throw new Error(`The secret of target ${id} was encrypted with another AUTH_SECRET`)
  const base = adPlatformsUrl === undefined ? platforms[kind].host : `${adPlatformsUrl}/${kind}`
  const secret = opened.toString()
  const begun = performance.now()
  const outcome = await callAddress(
    `${base}${pathOf(kind, publicId ?? '', secret, isCheck)}`,
    {
      headers: {
        'content-type': 'application/json',
        'user-agent': 'tillform-conversions/1',
        ...(kind === 'tiktok' && { 'access-token': secret }),
      },
      body,
    },
    {
      // The sandbox runs on this machine, whatever the mode.
      allowsLoopback: allowsLoopback || adPlatformsUrl !== undefined,
      ...(stopping === undefined ? {} : { stopping }),
      ...(patience === undefined ? {} : { within: patience }),
    },
  )
  const took = Math.round(performance.now() - begun)
  // TikTok refuses a message with a code in a response that looks successful.
  const isRefused = kind === 'tiktok' && outcome.status === 200 && !/"code"\s*:\s*0\b/.test(outcome.text)
  return isRefused ? { ...outcome, failure: 'refused', took } : { ...outcome, took }
}

function pathOf(
  kind: Exclude<Target['kind'], 'webhook'>,
  publicId: string,
  secret: string,
  isCheck: boolean,
) {
  switch (kind) {
    case 'ga4': {
      const query = new URLSearchParams({ measurement_id: publicId, api_secret: secret }).toString()
      return `${isCheck ? '/debug' : ''}/mp/collect?${query}`
    }
    case 'meta':
      return `/${metaVersion}/${publicId}/events?${new URLSearchParams({ access_token: secret }).toString()}`
    case 'tiktok':
      return '/open_api/v1.3/event/track/'
  }
}
