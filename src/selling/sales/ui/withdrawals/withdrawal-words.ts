import type { WithdrawalWire } from '#buying/withdrawal/contract.ts'
import { t } from '#foundation/language/t.ts'
import type { Tone } from '#web/kit/layout/badge.tsx'

type Words = { readonly tone: Tone; readonly label: string }

/** A statement's status in a word or two. */
export function statusOf({
  kind,
  outcome,
  refusedFor,
  isHeld,
  isConfirmed,
  returned,
  total,
}: WithdrawalWire): Words {
  if (refusedFor === 'repeated') return { tone: 'neutral', label: t('Repeated') }
  if (outcome === 'canceled') return { tone: 'success', label: t('Subscription canceled') }
  if (outcome === 'waiting') return { tone: 'neutral', label: t('Cancellation scheduled') }
  if (kind === 'cancellation')
    return outcome === 'refused'
      ? { tone: 'neutral', label: t('Cancellation closed') }
      : { tone: 'danger', label: t('Cancellation not confirmed') }
  if (outcome === 'refused') return { tone: 'neutral', label: t('Declined') }
  if (outcome === 'part_refunded') return { tone: 'neutral', label: t('Partly refunded') }
  if (outcome === 'refunded') {
    return { tone: 'success', label: returned < total ? t('Returned by the bank') : t('Refunded') }
  }
  if (isHeld) return { tone: 'warning', label: t('Held by a dispute') }
  return { tone: 'danger', label: isConfirmed ? t('Open') : t('Not confirmed') }
}
