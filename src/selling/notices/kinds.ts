import type { NoticeHow, NoticeKind } from '#foundation/db/tables/notices.ts'

/** What a seller can be told of, the most frequent first. */
export const noticeKinds = [
  'sale',
  'refund',
  'dispute',
  'renewal_failed',
  'payment_returned',
  'cancellation',
] as const satisfies readonly NoticeKind[]

export const noticeHows = ['off', 'at_once', 'daily'] as const satisfies readonly NoticeHow[]

/** How each kind is told. */
export type Hows = Readonly<Record<NoticeKind, NoticeHow>>

const ofOwner: Hows = {
  sale: 'at_once',
  refund: 'daily',
  dispute: 'at_once',
  renewal_failed: 'at_once',
  payment_returned: 'at_once',
  cancellation: 'daily',
}

const ofMember: Hows = {
  sale: 'off',
  refund: 'off',
  dispute: 'off',
  renewal_failed: 'off',
  payment_returned: 'off',
  cancellation: 'off',
}

/** What a member chose, and for the rest what is usual: the owner hears of everything, others of what they ask for. */
export function howsOf(isOwner: boolean, chosen: Partial<Hows>): Hows {
  return { ...(isOwner ? ofOwner : ofMember), ...chosen }
}

/** The kinds that are told in this way. */
export function kindsTold(hows: Hows, how: NoticeHow): NoticeKind[] {
  return noticeKinds.filter((kind) => hows[kind] === how)
}
