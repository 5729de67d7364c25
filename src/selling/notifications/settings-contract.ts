import { z } from 'zod'
import type { Contract } from '#foundation/http/contract/contract.ts'
import { messages } from '#foundation/http/contract/messages.ts'
import { zone } from '#foundation/http/input/zone.ts'
import { notificationHows } from './kinds.ts'

const how = z.enum(notificationHows, { error: messages.choice })
const hows = z.object({
  sale: how,
  refund: how,
  dispute: how,
  renewal_failed: how,
  payment_returned: how,
  cancellation: how,
  payout_failed: how,
  payout_paid: how,
})

const hour = z.int({ error: messages.choice }).min(0, messages.choice).max(23, messages.choice)
const quiet = z
  .object({ from: hour, to: hour })
  .refine(({ from, to }) => from !== to, { path: ['to'], error: 'Start and end must be different' })

/**
 * `zone` is by whose clock it is eight in the morning when the daily letter goes out. In the hours of `quiet`, by the same
 * clock, nothing is sent; null: there are none.
 */
export const notificationSettings = z.object({ kinds: hows, zone, quiet: quiet.nullable() })
export type NotificationSettings = z.output<typeof notificationSettings>

/** Where the member has chosen no zone, it is the shop's, or UTC. */
const savedSettings = notificationSettings.extend({ hasOwnZone: z.boolean() })
export type SavedSettings = z.output<typeof savedSettings>

const ofMember = { access: 'signed-in', right: { entity: 'sales', verb: 'read' } } as const

/** Apart from the list of notifications, which every page loads. */
export const notificationSettingsContract = {
  readNoticeSettings: {
    ...ofMember,
    method: 'GET',
    path: '/notices/settings',
    summary:
      'How the caller hears of each kind of thing: by a mail at once, in a daily letter, or not at all, and in which hours of nothing',
    ok: { status: 200, schema: savedSettings },
  },
  saveNoticeSettings: {
    ...ofMember,
    method: 'PATCH',
    path: '/notices/settings',
    summary: 'Changes how the caller hears of some kinds, by which clock, and in which hours of nothing',
    body: z.object({
      kinds: hows.partial().optional(),
      zone: zone.optional(),
      quiet: quiet.nullable().optional(),
    }),
    ok: { status: 200, schema: savedSettings },
  },
} as const satisfies Contract

/** From which hour to which a member wants to hear of nothing, by the clock of their zone. */
export type Quiet = { readonly from: number; readonly to: number }

type Hours = { readonly quietFrom: number | null; readonly quietTo: number | null }

/** Of a row that has both or neither. */
export function quietOf({ quietFrom: from, quietTo: to }: Hours): Quiet | null {
  return from === null || to === null ? null : { from, to }
}
