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
  correction: 'Email corrected',
  merge: 'Merged',
}

const purchases: Readonly<Record<string, string>> = {
  order: 'Purchase',
  offer: 'One-time offer accepted',
  renewal: 'Renewal',
  payoff: 'Paid early',
  trial: 'Free trial began',
  subscription: 'Subscription began, free at first',
}

const subscriptions: Readonly<Record<string, string>> = {
  renewal_failed: 'Renewal failed',
  renewal_retried: 'Renewal tried again',
  renewal_paid: 'Renewal paid',
  subscription_canceled: 'Subscription canceled',
  subscription_resumed: 'Subscription resumed',
  price_changed: 'Change of price',
}

const states: Readonly<Record<string, string>> = {
  pending: 'On its way',
  succeeded: 'Paid out',
  failed: 'Failed',
  accepted: 'Accepted',
  refused: 'Refused',
  unconfirmed: 'Not confirmed',
  sent: 'Sent',
  waiting: 'Waiting to be sent',
}

/** An entry of the timeline in the words of who sells. */
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
        heading: lookUp(mailNames, title) ?? 'Email',
        detail: `${word === 'failed' ? 'Could not be sent' : stateText(word)} · ${who ?? ''}`,
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

/** A word of the provider's that we have none for is shown as it is. */
function stateText(state: string): string {
  return lookUp(states, state) ?? state.replaceAll('_', ' ')
}
