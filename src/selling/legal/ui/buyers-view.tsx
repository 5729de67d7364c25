import { type ReactNode, useId, useState } from 'react'
import { say, t } from '#foundation/language/t.ts'
import type { EarlyStart } from '#foundation/db/tables/consumer-law.ts'
import { consentsOf, earlyStartOf } from '#buying/consumer-law/asked-consent.ts'
import { consumerTexts, rightText } from '#buying/consumer-law/texts.ts'
import type { PolicyFields } from '#buying/consumer-law/contract.ts'

type Props = {
  readonly policy: PolicyFields
  readonly title: string
  /** A button or link shown next to the title. */
  readonly action?: ReactNode
}

export function BuyersView({ policy, title, action }: Props) {
  const id = useId()
  const [now] = useState(() => new Date())
  return (
    <section aria-labelledby={id} className="panel grid gap-6 p-5 sm:p-7">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <h2 id={id} className="text-xl font-semibold">
          {title}
        </h2>
        {action}
      </div>
      {buyersWords(policy, now).map(({ where, lead, quotes }) => (
        <div key={where} className="grid gap-2">
          <h3 className="font-semibold">{where}</h3>
          <p className="text-pretty text-muted">{lead}</p>
          {quotes.map((quote) => (
            <blockquote
              key={quote}
              className="border-l-2 border-line pl-4 text-pretty whitespace-pre-line wrap-anywhere"
            >
              {quote}
            </blockquote>
          ))}
        </div>
      ))}
    </section>
  )
}

type BuyersWords = {
  readonly where: string
  readonly lead: string
  readonly quotes: readonly string[]
}

/** The policy as buyers see it on the payment page, afterwards and when they withdraw, for a sale made today. */
function buyersWords(policy: PolicyFields, now: Date): readonly BuyersWords[] {
  const kind = earlyStartOf(policy.sells)
  const right = rightText(exampleSale(policy, kind, now), now)
  return [
    onPaymentPage(policy, kind),
    {
      where: t('On the purchase page and in the receipt'),
      lead: t('A buyer today would see:'),
      quotes: [...(right === null ? [] : [right]), ...(policy.ownText === null ? [] : [policy.ownText])],
    },
    whenWithdrawing(policy),
  ]
}

/** A sale made now, with every box checked and no file opened yet. */
function exampleSale(policy: PolicyFields, kind: EarlyStart | null, now: Date) {
  const isAsked = kind !== null && policy.earlyStart !== 'not_asked'
  const given = (['early_start', 'loss_of_right'] as const).map((one) => ({
    kind: one,
    text: '',
    givenAt: now.getTime(),
  }))
  return {
    paidAt: now,
    terms: {
      ...policy,
      buyerCountry: null,
      askedCountry: null,
      isBusiness: false,
      hasFiles: kind === 'digital',
      hasMessage: false,
      sellerCountry: null,
      consentAsked: isAsked ? kind : null,
      consents: isAsked ? given : [],
      begunAt: null,
      isOrderBegun: false,
      deliveredOn: null,
    },
  }
}

function onPaymentPage({ earlyStart }: PolicyFields, kind: EarlyStart | null): BuyersWords {
  const where = t('On the payment page')
  if (kind === null || earlyStart === 'not_asked') {
    return { where, lead: t('No checkbox, just a link to the withdrawal page.'), quotes: [] }
  }
  const boxes =
    earlyStart === 'required'
      ? t('Two unchecked boxes. Buyers must check both to pay.')
      : kind === 'digital'
        ? t(
            'Two unchecked boxes. Buyers who leave one empty can still pay, and their files open when the withdrawal period has ended.',
          )
        : t(
            'Two unchecked boxes. Buyers who leave one empty can still pay, and you begin when the withdrawal period has ended.',
          )
  return {
    where,
    lead: `${say(consumerTexts.group[kind])} ${boxes}`,
    quotes: consentsOf(kind).map(({ text }) => text),
  }
}

function whenWithdrawing({ sells, onWithdrawal, earlyStart }: PolicyFields): BuyersWords {
  const lead =
    sells === 'dated_event'
      ? t(
          'Buyers see that there is no right of withdrawal. If one sends a statement anyway, it waits for you.',
        )
      : onWithdrawal === 'refund_at_once'
        ? [
            t(
              'If they withdraw in time, the full amount is refunded and any subscription ends, both automatically.',
            ),
            ...(sells === 'digital' && earlyStart !== 'not_asked'
              ? [
                  t(
                    'If a form has no files but a success message or a redirect, you decide about buyers who checked both boxes.',
                  ),
                ]
              : []),
          ].join(' ')
        : [
            t(
              'Nothing is refunded before you review it under Sales › Withdrawals. The law gives you 14 days.',
            ),
            ...(sells === 'service' && earlyStart !== 'not_asked'
              ? [t('If a service had begun, you keep the share you performed.')]
              : []),
          ].join(' ')
  return { where: t('When a buyer withdraws'), lead, quotes: [] }
}
