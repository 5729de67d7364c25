import type { Selectable } from 'kysely'
import { shopOf } from '#buying/checkout/page/brand.ts'
import type { Database } from '#foundation/db/schema.ts'
import { t } from '#foundation/language/t.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { dayText } from '#foundation/time/day-text.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { purchasePath } from '#payments/purchases/records/purchase-url.ts'
import { PauseUnavailable } from '#payments/subscriptions/errors.ts'
import { pauseRefusal } from '#payments/subscriptions/pause/ask-pause.ts'
import {
  chargedNext,
  isPaused,
  isResting,
  paidUntil,
  pauseEnds,
  skippedTo,
} from '#payments/subscriptions/pause/pause-state.ts'
import type { Receipt } from '../store.ts'
import { pausePath, type PauseKind } from './pause-links.ts'
import type { PauseQuestion } from './purchase-data.ts'
import { viewSubscription, type SubscriptionView } from './subscription-view.ts'

type Stored = Selectable<Database['subscriptions']>
type Services = Pick<PaymentServices, 'db' | 'clock' | 'config'>

/** `problem` explains why the last click changed nothing. It is null if there was no such click. */
type Asked = {
  readonly kind: PauseKind
  readonly receipt: Receipt
  readonly row: Stored
  readonly problem: string | null
  /** Where the buyer can confirm with the bank, if the bank is waiting for that. */
  readonly confirmUrl?: string
}

/** The page that asks a buyer about a pause and shows its dates and amounts, or explains why it is not possible now. */
export async function askAboutPause(services: Services, asked: Asked): Promise<PauseQuestion> {
  const { receipt, kind, row } = asked
  const { authSecret } = services.config
  const view = viewSubscription(row, services.clock.now(), receipt.locale)
  const refusal =
    kind === 'skip' || kind === 'pause' ? await pauseRefusal(services, row, kind, 'buyer') : undefined
  const answer = view && refusal === undefined ? contentOf(asked, view, services.clock.now()) : undefined
  const { title, lines, ends, button } = answer ?? noAnswer
  const said = lines ?? [
    refusal === undefined ? t('This has been done already.') : new PauseUnavailable(refusal).message,
  ]
  return {
    title: title ?? titles[kind](),
    lines: said.filter((line) => line !== asked.problem),
    about: row.title,
    problem: asked.problem,
    confirmUrl: asked.confirmUrl ?? null,
    form:
      button === undefined || asked.confirmUrl !== undefined
        ? null
        : {
            path: pausePath(receipt, authSecret, kind),
            kind,
            next: chargedNext(row)?.toISOString() ?? '',
            ends: ends ?? [],
            button,
          },
    backPath: `${purchasePath(receipt, authSecret)}#subscription`,
    shop: shopOf(receipt),
  }
}

type Content = {
  readonly title?: string
  readonly lines?: readonly string[]
  readonly ends?: readonly { readonly until: string; readonly label: string }[]
  readonly button?: string
}

const noAnswer: Content = {}

const titles: Readonly<Record<PauseKind, () => string>> = {
  skip: () => t('Skip your next payment?'),
  pause: () => t('Pause your subscription?'),
  undo: () => t('Undo the pause?'),
  'go-on': () => t('Continue now?'),
}

function contentOf({ kind, receipt, row }: Asked, view: SubscriptionView, now: Date): Content | undefined {
  const { formats, wire } = view
  const sayDay = (time: Date) => dayText(time.getTime(), formats)
  const amount = formatAmount(wire.total, wire.currency, formats)
  const [next, from] = [chargedNext(row), paidUntil(row)]
  if (next === null || from === null) return undefined
  const hasFiles = receipt.files.length > 0
  const skippedText = (until: Date) =>
    t('Your payment of {amount} on {day} is skipped. Your next payment is on {until}.', {
      amount,
      day: sayDay(next),
      until: sayDay(until),
    })
  switch (kind) {
    case 'skip': {
      const until = skippedTo(row)
      if (until === null) return undefined
      return {
        lines: [skippedText(until), keptText(sayDay(from), hasFiles)],
        ends: [{ until: until.toISOString(), label: sayDay(until) }],
        button: t('Skip this payment'),
      }
    }
    case 'pause': {
      const all = pauseEnds(row, now)
      const [first, ...others] = all
      if (first === undefined) return undefined
      return {
        lines: [
          // With a single day, there is nothing to choose.
          others.length === 0
            ? skippedText(first)
            : t(
                'Nothing is charged until the day you choose. Then {amount} is charged and your subscription continues.',
                { amount },
              ),
          keptText(sayDay(from), hasFiles),
        ],
        ends: all.map((end, place) => ({
          until: end.toISOString(),
          label:
            place > 0 && place === all.length - 1
              ? t('When I continue, on {day} at the latest', { day: sayDay(end) })
              : sayDay(end),
        })),
        button: t('Pause'),
      }
    }
    case 'undo':
      if (!isPaused(row) || isResting(row, now)) return undefined
      return {
        lines: [t('Your next payment of {amount} is on {day} again.', { amount, day: sayDay(from) })],
        button: t('Undo the pause'),
      }
    case 'go-on':
      if (!isResting(row, now)) return undefined
      return {
        lines: [
          t('Your card is charged {amount} now, and a new period begins today.', { amount }),
          ...(hasFiles ? [t('The files open again right away.')] : []),
        ],
        button: t('Pay {amount} and continue', { amount }),
      }
  }
}

function keptText(day: string, hasFiles: boolean): string {
  return hasFiles
    ? t('You keep what you paid for until {day}. After that, the files are closed until you continue.', {
        day,
      })
    : t('You keep what you paid for until {day}.', { day })
}
