import { t } from '#foundation/language/t.ts'
import { mailNames } from '#selling/dispute-evidence/mail-names.ts'
import type { TimelineEntry, TimelineKind } from '#selling/customers/contract.ts'
import { lookUp } from '#foundation/values/look-up.ts'

const headings: Readonly<Record<Exclude<TimelineKind, 'purchase' | 'mail' | 'subscription'>, string>> = {
  refund: 'Refund',
  dispute: 'Dispute',
  withdrawal: 'Withdrawal',
  offer_shown: 'Offer shown',
  offer_declined: 'Offer declined',
  note: 'Note',
  correction: 'Email changed',
  merge: 'Merged',
}

const purchases: Readonly<Record<string, string>> = {
  order: 'Purchase',
  offer: 'One-time offer accepted',
  renewal: 'Renewal',
  payoff: 'Early payoff',
  trial: 'Free trial started',
  subscription: 'Subscription started (free period)',
}

const subscriptions: Readonly<Record<string, string>> = {
  renewal_failed: 'Renewal failed',
  renewal_retried: 'Renewal retried',
  renewal_paid: 'Renewal paid',
  subscription_canceled: 'Subscription canceled',
  subscription_resumed: 'Subscription resumed',
  price_changed: 'Price changed',
}

const states: Readonly<Record<string, string>> = {
  pending: 'In progress',
  succeeded: 'Completed',
  failed: 'Failed',
  accepted: 'Accepted',
  refused: 'Declined',
  unconfirmed: 'Not confirmed',
  sent: 'Sent',
  waiting: 'Scheduled',
}

/** A timeline entry in words for sellers. */
export function entryText(entry: TimelineEntry): { readonly heading: string; readonly detail: string } {
  const { kind, title, state, who } = entry
  const word = state ?? ''
  switch (kind) {
    case 'purchase':
      return { heading: lookUp(purchases, word) ?? word, detail: title }
    case 'subscription':
      return { heading: lookUp(subscriptions, word) ?? word, detail: title }
    case 'mail':
      return {
        heading: lookUp(mailNames, title) ?? t('Email'),
        detail: `${word === 'failed' ? t('Could not be sent') : stateText(word)} · ${who ?? ''}`,
      }
    case 'refund':
    case 'dispute':
    case 'withdrawal':
      return { heading: headings[kind], detail: `${title} · ${stateText(word)}` }
    case 'offer_shown':
    case 'offer_declined':
    case 'note':
    case 'correction':
    case 'merge':
      return { heading: headings[kind], detail: title }
  }
}

/** A provider's state that we have no word for is shown as it is. */
function stateText(state: string): string {
  return lookUp(states, state) ?? state.replaceAll('_', ' ')
}
