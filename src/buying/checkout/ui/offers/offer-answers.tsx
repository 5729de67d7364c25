import type { ReactNode } from 'react'
import { rich } from '#foundation/language/rich.ts'
import { t } from '#foundation/language/t.ts'
import type { ShownOffer } from '#buying/upsells/contract.ts'
import { Amount } from '../price/amount.tsx'
import type { Flow } from '../payment/flow.ts'
import { sheetLines, type ShownLine } from '../price/shown-lines.ts'

type NextButtonProps = {
  readonly flow: Flow
  readonly isOver: boolean
  readonly text: string
  readonly isDisabled: boolean
  readonly onDecline: () => void
  readonly onLeave: () => void
}

/** The second button below an offer, as large as the first one. */
export function NextButton({ flow, isOver, text, isDisabled, onDecline, onLeave }: NextButtonProps) {
  const className = 'button-quiet w-full px-5 py-3.5 text-base wrap-anywhere'
  if (flow.state === 'checking' && !flow.isWaiting) return null
  if (flow.state === 'checking' || flow.state === 'processing') {
    return (
      <button type="button" onClick={onLeave} className={className}>
        {flow.state === 'processing' ? t('Continue') : t('Continue without waiting')}
      </button>
    )
  }
  return (
    <button type="button" onClick={onDecline} aria-disabled={isDisabled} className={className}>
      {isOver ? t('Continue') : text}
    </button>
  )
}

/** The text of the button that accepts an offer, with the amount. */
export function acceptText({ acceptButtonText, price }: ShownOffer): ReactNode {
  if (price.total === 0) return acceptButtonText
  const amount = <Amount minor={price.total} currency={price.currency} />
  return rich('{buttonText} {amount}', { buttonText: acceptButtonText, amount })
}

/** The lines that a wallet's sheet shows for the offer. */
export function offerLines(
  { price, tax }: Pick<ShownOffer, 'price' | 'tax'>,
  isGrossFirst: boolean,
): readonly ShownLine[] {
  return sheetLines(price, { rate: tax, title: tax?.title ?? null, isGrossFirst })
}

/** The amount of the offer's charge and its payment method. */
export function smallPrint({ price }: ShownOffer, hasCard: boolean): string {
  if (price.total === 0) return t('This is free.')
  return hasCard
    ? t('It is charged to the payment method you choose here. You can undo this for 15 minutes.')
    : t('It is charged to the payment method you just used. You can undo this for 15 minutes.')
}
