import { z } from 'zod'
import type { Contract } from '#foundation/http/contract/contract.ts'
import { endpointKinds, payoutKinds, saleKinds } from './kinds.ts'

const told = { id: z.number().int(), amount: z.number().int(), currency: z.string(), at: z.string() }

/** A notification. `amount` is in minor units of `currency`. */
export const notification = z.discriminatedUnion('kind', [
  z.object({
    ...told,
    kind: z.enum(saleKinds),
    /** The sale that the notification links to. */
    saleId: z.string(),
    buyer: z.string(),
    formTitle: z.string(),
    /** Whether a sale started a trial or a free subscription, or null if neither. */
    begins: z.enum(['trial', 'subscription']).nullable(),
    /**
     * The outcome of a dispute. With `closed`, an inquiry ended. With `due`, the refund of a withdrawal is due soon.
     * Null for a new dispute and for other kinds. Older processes leave it out.
     */
    outcome: z.enum(['won', 'lost', 'closed', 'due']).nullable().default(null),
    /** Whether a new dispute is only an inquiry. Older processes leave it out. */
    asks: z.boolean().default(false),
  }),
  z.object({
    ...told,
    kind: z.enum(payoutKinds),
    /** The payout that the notification links to. */
    payoutId: z.string(),
    /** Stripe's name for the bank account, or null if unknown. */
    bank: z.string().nullable(),
  }),
  z.object({
    id: told.id,
    at: told.at,
    kind: z.enum(endpointKinds),
    /** The webhook that the notification links to. */
    endpointId: z.string(),
    name: z.string(),
  }),
])
export type NotificationWire = z.output<typeof notification>

const ofMember = { access: 'signed-in', right: { entity: 'sales', verb: 'read' } } as const

/** The path of live notifications as server-sent events. Each event contains a list, oldest first. */
export const livePath = '/api/notices/live'
export const liveNews = z.array(notification)

export const notificationsContract = {
  listNotices: {
    ...ofMember,
    method: 'GET',
    path: '/notices',
    isPersonal: true,
    summary: 'Lists the shop’s latest 20 notifications, and how many the caller has not seen (up to 100)',
    ok: { status: 200, schema: z.object({ notices: z.array(notification), unread: z.number().int() }) },
  },
  seeNotices: {
    ...ofMember,
    method: 'POST',
    path: '/notices/seen',
    isPersonal: true,
    summary: 'Marks all notifications up to this one as seen',
    body: z.object({ upTo: z.number().int().min(0) }),
    ok: { status: 200, schema: z.object({ unread: z.number().int() }) },
  },
} as const satisfies Contract
