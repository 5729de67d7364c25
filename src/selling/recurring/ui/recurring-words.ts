import { type Message, msg, say } from '#foundation/language/t.ts'
import { dateFormat } from '#foundation/time/date-format.ts'
import type { AheadKind } from '#payments/subscriptions/ahead/ahead-kinds.ts'
import type { Moved } from '../contract.ts'

const kinds: Readonly<Record<Exclude<Moved['kind'], 'gone'>, Message>> = {
  new: msg('New'),
  back: msg('Back'),
  more: msg('Increased'),
  less: msg('Decreased'),
  paused: msg('Paused'),
}

const reasons: Readonly<Record<NonNullable<Moved['because']>, Message>> = {
  asked: msg('Canceled by the buyer'),
  failed: msg('Card failed'),
  withdrawn: msg('Withdrawn'),
  refunded: msg('Refunded'),
  disputed: msg('Disputed'),
  other: msg('Ended by you or in Stripe'),
}

/** The label of a change, or of the reason for an end. */
export function movedName({ kind, because }: Pick<Moved, 'kind' | 'because'>): string {
  return say(kind === 'gone' ? reasons[because ?? 'other'] : kinds[kind])
}

const ahead: Readonly<Record<AheadKind, Message>> = {
  renewal: msg('Renewal'),
  trial_end: msg('First payment after a trial'),
  pause_end: msg('First payment after a pause'),
  price_change: msg('Payment at a changed price'),
  instalment: msg('Payment of a plan'),
  last_payment: msg('Last payment of a plan'),
  retry: msg('Another try of a declined payment'),
  end: msg('End'),
}

export function aheadName(kind: AheadKind): string {
  return say(ahead[kind])
}

const whole = dateFormat({ month: 'long', year: 'numeric', timeZone: 'UTC' })
const short = dateFormat({ month: 'short', year: 'numeric', timeZone: 'UTC' })
const shortest = dateFormat({ month: 'short', timeZone: 'UTC' })

/** A month such as "2026-11" in words. */
export function monthName(month: string, length: 'whole' | 'short' | 'shortest' = 'whole'): string {
  const at = new Date(`${month}-01T00:00:00Z`)
  return { whole, short, shortest }[length].format(at)
}
