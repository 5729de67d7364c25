import { t } from '#foundation/language/t.ts'
import { z } from 'zod'
import { type Contract, idParams } from '#foundation/http/contract/contract.ts'
import { messages } from '#foundation/http/contract/messages.ts'
import { text, uuid } from '#foundation/http/input/fields.ts'
import { notificationKinds } from '../kinds.ts'

/** Hosts of the browsers' push services: Chrome and its derivatives, Firefox, Safari and Edge. */
const hosts = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '*.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
]

/**
 * Whether a URL belongs to a browser's push service. The server calls no other URLs, because otherwise any member could
 * make it call machines in its own network.
 */
export function isPushService(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, port, username, password } = new URL(address)
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return false
  return hosts.some((host) => (host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host))
}

const kinds = z.array(z.enum(notificationKinds, { error: messages.choice })).max(notificationKinds.length)
const key = (length: number) => z.string().regex(new RegExp(`^[\\w-]{${length}}={0,2}$`))

/** The kinds that a device gets, and whether its messages name buyers. */
const device = z.object({ id: uuid, kinds, showsBuyer: z.boolean(), createdAt: z.string() })
export type PushDevice = z.output<typeof device>

const ofMember = { access: 'signed-in', right: { entity: 'sales', verb: 'read' } } as const

export const pushContract = {
  readPush: {
    ...ofMember,
    method: 'GET',
    path: '/notices/push',
    isPersonal: true,
    summary:
      'Returns the key with which a browser subscribes to push, or null if push is off, and the caller’s devices',
    ok: {
      status: 200,
      schema: z.object({ publicKey: z.string().nullable(), usualKinds: kinds, devices: z.array(device) }),
    },
  },
  saveDevice: {
    ...ofMember,
    method: 'POST',
    path: '/notices/push/devices',
    isPersonal: true,
    proof: 'browser',
    summary: 'Notifies a device of these kinds while the caller is signed in on it',
    body: z.object({
      endpoint: text(2_048).refine(isPushService, { error: () => t('This push service is unknown') }),
      /** The browser's own keys, with which only this device can read its messages. */
      keys: z.object({ p256dh: key(87), auth: key(22) }),
      kinds,
      showsBuyer: z.boolean(),
    }),
    failures: { push_is_off: 409, too_many_devices: 409 },
    ok: { status: 200, schema: device },
  },
  removeDevice: {
    ...ofMember,
    method: 'DELETE',
    path: '/notices/push/devices/:id',
    isPersonal: true,
    summary: 'Turns off notifications on one of the caller’s devices',
    params: idParams,
    ok: { status: 200, schema: z.object({}) },
  },
} as const satisfies Contract
