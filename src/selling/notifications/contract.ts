import { z } from 'zod'
import type { Contract } from '#foundation/http/contract/contract.ts'
import { payoutKinds, saleKinds } from './kinds.ts'

const told = { id: z.number().int(), amount: z.number().int(), currency: z.string(), at: z.string() }

/** Something that happened in the shop; `amount` is in minor units of `currency`. */
export const notification = z.discriminatedUnion('kind', [
  z.object({
    ...told,
    kind: z.enum(saleKinds),
    /** The sale that it leads to. */
    saleId: z.string(),
    buyer: z.string(),
    formTitle: z.string(),
    /** What a sale began for which nothing was paid at first; null: nothing. */
    begins: z.enum(['trial', 'subscription']).nullable(),
    /** How the dispute ended that it tells of; `closed`: the bank had only asked. Null: it began, or it is none; an older process does not say. */
    outcome: z.enum(['won', 'lost', 'closed']).nullable().default(null),
    /** Of a dispute that began: its bank only asks, and took nothing; an older process does not say. */
    asks: z.boolean().default(false),
  }),
  z.object({
    ...told,
    kind: z.enum(payoutKinds),
    /** The payout that it leads to. */
    payoutId: z.string(),
    /** What the provider calls the bank account; null where that is not known. */
    bank: z.string().nullable(),
  }),
])
export type NotificationWire = z.output<typeof notification>

const ofMember = { access: 'signed-in', right: { entity: 'sales', verb: 'read' } } as const

/** Where what happens is told while it happens, as server-sent events: each has notifications, the oldest first. */
export const livePath = '/api/notices/live'
export const liveNews = z.array(notification)

export const notificationsContract = {
  listNotices: {
    ...ofMember,
    method: 'GET',
    path: '/notices',
    summary:
      'The last 20 things that happened in the shop, and how many of all the caller has not seen (at most 100)',
    ok: { status: 200, schema: z.object({ notices: z.array(notification), unread: z.number().int() }) },
  },
  seeNotices: {
    ...ofMember,
    method: 'POST',
    path: '/notices/seen',
    summary: 'The caller has seen every notice up to this one',
    body: z.object({ upTo: z.number().int().min(0) }),
    ok: { status: 200, schema: z.object({ unread: z.number().int() }) },
  },
} as const satisfies Contract
