import { type Message, msg, say, t } from '#foundation/language/t.ts'
import { mailNames } from '#selling/dispute-evidence/mail-names.ts'
import type { TimelineEntry, TimelineKind } from '#selling/customers/contract.ts'
import { lookUp } from '#foundation/values/look-up.ts'
import { subscriptionEvents } from '#selling/sales/ui/cause-words.ts'

const headings: Readonly<Record<Exclude<TimelineKind, 'purchase' | 'mail' | 'subscription'>, Message>> = {
  answers: msg('Answers'),
  refund: msg('Refund'),
  dispute: msg('Dispute'),
  withdrawal: msg('Withdrawal'),
  offer_shown: msg('Offer shown'),
  offer_declined: msg('Offer declined'),
  note: msg('Note'),
  correction: msg('Email changed'),
  merge: msg('Merged'),
}

const purchases: Readonly<Record<string, Message>> = {
  order: msg('Purchase'),
  offer: msg('One-time offer accepted'),
  renewal: msg('Renewal'),
  payoff: msg('Early payoff'),
  trial: msg('Free trial started'),
  subscription: msg('Subscription started (free period)'),
}

const states: Readonly<Record<string, Message>> = {
  pending: msg('In progress'),
  succeeded: msg('Completed'),
  failed: msg('Failed'),
  open: msg('Waiting for you'),
  held: msg('Held by a dispute'),
  refunded: msg('Refunded'),
  part_refunded: msg('Partly refunded'),
  refused: msg('Declined'),
  unconfirmed: msg('Not confirmed'),
}

type Words = { readonly heading: string; readonly detail: string; readonly standing?: string }

/** Describes a timeline entry in words for sellers. */
export function entryText(entry: TimelineEntry): Words {
  const { kind, title, state, who } = entry
  const word = state ?? ''
  switch (kind) {
    case 'purchase':
      return { heading: headingOf(purchases, word), detail: title }
    case 'subscription':
      return { heading: headingOf(subscriptionEvents, word), detail: title }
    case 'mail':
      return {
        heading: t('Email: {name}', { name: say(lookUp(mailNames, title) ?? msg('Unknown')) }),
        detail: mailText(word, who ?? ''),
      }
    case 'refund':
    case 'dispute':
    case 'withdrawal':
      return { heading: say(headings[kind]), detail: title, standing: stateText(word) }
    case 'answers':
    case 'offer_shown':
    case 'offer_declined':
    case 'note':
    case 'correction':
    case 'merge':
      return { heading: say(headings[kind]), detail: title }
  }
}

function mailText(state: string, address: string): string {
  if (state === 'sent') return t('Sent to {address}', { address })
  return state === 'failed'
    ? t('Could not be sent to {address}', { address })
    : t('Waiting to be sent to {address}', { address })
}

function headingOf(known: Readonly<Record<string, Message>>, word: string): string {
  const heading = lookUp(known, word)
  return heading === undefined ? word : say(heading)
}

/** If we have no word for one of Stripe's states, it is shown unchanged. */
function stateText(state: string): string {
  const known = lookUp(states, state)
  return known === undefined ? state.replaceAll('_', ' ') : say(known)
}
