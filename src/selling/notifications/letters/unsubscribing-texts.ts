import { type Message, msg } from '#foundation/language/t.ts'
import type { Ended } from './unsubscribe-link.ts'

/** The sentences about unsubscribing from each kind of email. */
export const unsubscribingTexts: Readonly<
  Record<Ended, { readonly question: Message; readonly done: Message; readonly why: Message }>
> = {
  sale: {
    question: msg('Unsubscribe from emails about new sales?'),
    done: msg('You will no longer get emails about new sales. You can turn them back on in Settings.'),
    why: msg('You get emails about new sales because you are on this shop’s team.'),
  },
  refund: {
    question: msg('Unsubscribe from emails about refunds?'),
    done: msg('You will no longer get emails about refunds. You can turn them back on in Settings.'),
    why: msg('You get emails about refunds because you are on this shop’s team.'),
  },
  tax_refund: {
    question: msg('Unsubscribe from emails about tax refunds?'),
    done: msg('You will no longer get emails about tax refunds. You can turn them back on in Settings.'),
    why: msg('You get emails about tax refunds because you are on this shop’s team.'),
  },
  refund_failed: {
    question: msg('Unsubscribe from emails about failed refunds?'),
    done: msg('You will no longer get emails about failed refunds. You can turn them back on in Settings.'),
    why: msg('You get emails about failed refunds because you are on this shop’s team.'),
  },
  dispute: {
    question: msg('Unsubscribe from emails about disputes?'),
    done: msg('You will no longer get emails about disputes. You can turn them back on in Settings.'),
    why: msg('You get emails about disputes because you are on this shop’s team.'),
  },
  renewal_failed: {
    question: msg('Unsubscribe from emails about failed renewals?'),
    done: msg('You will no longer get emails about failed renewals. You can turn them back on in Settings.'),
    why: msg('You get emails about failed renewals because you are on this shop’s team.'),
  },
  payment_returned: {
    question: msg('Unsubscribe from emails about returned payments?'),
    done: msg(
      'You will no longer get emails about returned payments. You can turn them back on in Settings.',
    ),
    why: msg('You get emails about returned payments because you are on this shop’s team.'),
  },
  cancellation: {
    question: msg('Unsubscribe from emails about canceled subscriptions?'),
    done: msg(
      'You will no longer get emails about canceled subscriptions. You can turn them back on in Settings.',
    ),
    why: msg('You get emails about canceled subscriptions because you are on this shop’s team.'),
  },
  withdrawal: {
    question: msg('Unsubscribe from emails about withdrawals?'),
    done: msg('You will no longer get emails about withdrawals. You can turn them back on in Settings.'),
    why: msg('You get emails about withdrawals because you are on this shop’s team.'),
  },
  payout_failed: {
    question: msg('Unsubscribe from emails about failed payouts?'),
    done: msg('You will no longer get emails about failed payouts. You can turn them back on in Settings.'),
    why: msg('You get emails about failed payouts because you are on this shop’s team.'),
  },
  payout_paid: {
    question: msg('Unsubscribe from emails about payouts?'),
    done: msg('You will no longer get emails about payouts. You can turn them back on in Settings.'),
    why: msg('You get emails about payouts because you are on this shop’s team.'),
  },
  letter: {
    question: msg('Unsubscribe from the daily email?'),
    done: msg('You will no longer get the daily email. You can turn it back on in Settings.'),
    why: msg('You get the daily email because you are on this shop’s team.'),
  },
  at_once: {
    question: msg('Unsubscribe from instant emails?'),
    done: msg('You will no longer get instant emails. You can turn them back on in Settings.'),
    why: msg('You get instant emails because you are on this shop’s team.'),
  },
}
