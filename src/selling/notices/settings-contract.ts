import { z } from 'zod'
import type { Contract } from '#foundation/http/contract.ts'
import { messages } from '#foundation/http/messages.ts'
import { zone } from '#foundation/http/zone.ts'
import { noticeHows } from './kinds.ts'

const how = z.enum(noticeHows, { error: messages.choice })
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

/** `zone` is by whose clock it is eight in the morning when the daily letter goes out. */
export const noticeSettings = z.object({ kinds: hows, zone })
export type NoticeSettings = z.output<typeof noticeSettings>

const ofMember = { access: 'signed-in', right: { entity: 'sales', verb: 'read' } } as const

/** Apart from the list of notices, which every page loads. */
export const noticeSettingsContract = {
  readNoticeSettings: {
    ...ofMember,
    method: 'GET',
    path: '/notices/settings',
    summary:
      'How the caller hears of each kind of thing: by a mail at once, in a daily letter, or not at all',
    ok: { status: 200, schema: noticeSettings.extend({ isSaved: z.boolean() }) },
  },
  saveNoticeSettings: {
    ...ofMember,
    method: 'PATCH',
    path: '/notices/settings',
    summary: 'Changes how the caller hears of some kinds, and by which clock',
    body: z.object({ kinds: hows.partial().optional(), zone: zone.optional() }),
    ok: { status: 200, schema: noticeSettings },
  },
} as const satisfies Contract
