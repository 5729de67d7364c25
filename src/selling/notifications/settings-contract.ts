import { t } from '#foundation/language/t.ts'
import { z } from 'zod'
import type { Contract } from '#foundation/http/contract/contract.ts'
import { messages } from '#foundation/http/contract/messages.ts'
import { zone } from '#foundation/http/input/zone.ts'
import { notificationHows } from './kinds.ts'

const how = z.enum(notificationHows, { error: messages.choice })
const hows = z.object({
  sale: how,
  refund: how,
  tax_refund: how,
  refund_failed: how,
  dispute: how,
  renewal_failed: how,
  payment_returned: how,
  cancellation: how,
  withdrawal: how,
  payout_failed: how,
  payout_paid: how,
})

const hour = z
  .int({ error: messages.choice })
  .min(0, { error: messages.choice })
  .max(23, { error: messages.choice })
const quiet = z
  .object({ from: hour, to: hour })
  .refine(({ from, to }) => from !== to, { path: ['to'], error: () => t('Start and end must be different') })

/**
 * The daily email is sent at 8 am in `zone`. Nothing is sent during `quiet`, in the same zone. Null if there are no
 * quiet hours.
 */
export const notificationSettings = z.object({ kinds: hows, zone, quiet: quiet.nullable() })
export type NotificationSettings = z.output<typeof notificationSettings>

/** The shop's time zone, or UTC, unless the member chose one. */
const savedSettings = notificationSettings.extend({ hasOwnZone: z.boolean() })
export type SavedSettings = z.output<typeof savedSettings>

const ofMember = { access: 'signed-in', right: { entity: 'sales', verb: 'read' } } as const

/** Separate from the list of notifications, because every page loads that list. */
export const notificationSettingsContract = {
  readNoticeSettings: {
    ...ofMember,
    method: 'GET',
    path: '/notices/settings',
    isPersonal: true,
    summary:
      'Reads how the caller is notified of each kind: by an instant email, in the daily email or not at all; and their quiet hours',
    ok: { status: 200, schema: savedSettings },
  },
  saveNoticeSettings: {
    ...ofMember,
    method: 'PATCH',
    path: '/notices/settings',
    isPersonal: true,
    summary: 'Changes how the caller is notified of some kinds, their time zone or their quiet hours',
    body: z.object({
      kinds: hows.partial().optional(),
      zone: zone.optional(),
      quiet: quiet.nullable().optional(),
    }),
    ok: { status: 200, schema: savedSettings },
  },
} as const satisfies Contract

/** The hours in which a member gets nothing, in their time zone. */
export type Quiet = { readonly from: number; readonly to: number }

type Hours = { readonly quietFrom: number | null; readonly quietTo: number | null }

/** The quiet hours in a database row, which has both times or neither. */
export function quietOf({ quietFrom: from, quietTo: to }: Hours): Quiet | null {
  return from === null || to === null ? null : { from, to }
}
