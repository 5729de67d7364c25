import type { ReactNode } from 'react'
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

/** The other answer, as large as the first one. */
export function NextButton({ flow, isOver, text, isDisabled, onDecline, onLeave }: NextButtonProps) {
  const className = 'button-quiet w-full px-5 py-3.5 text-base wrap-anywhere'
  if (flow.state === 'checking' && !flow.isWaiting) return null
  if (flow.state === 'checking' || flow.state === 'processing') {
    return (
      <button type="button" onClick={onLeave} className={className}>
        {flow.state === 'processing' ? 'Continue' : 'Continue without waiting'}
      </button>
    )
  }
  return (
    <button type="button" onClick={onDecline} aria-disabled={isDisabled} className={className}>
      {isOver ? 'Continue' : text}
    </button>
  )
}

/** What the button says that takes the offer, and how much. */
export function acceptText({ acceptButtonText, price }: ShownOffer): ReactNode {
  if (price.total === 0) return acceptButtonText
  return (
    <>
      {acceptButtonText} · <Amount minor={price.total} currency={price.currency} />
    </>
  )
}

/** What a wallet's sheet says of the offer. */
export function offerLines(
  { price, tax }: Pick<ShownOffer, 'price' | 'tax'>,
  isGrossFirst: boolean,
): readonly ShownLine[] {
  return sheetLines(price, { rate: tax, title: tax?.title ?? null, isGrossFirst })
}

/** What is charged, and to what. */
export function smallPrint({ price }: ShownOffer, hasCard: boolean): string {
  if (price.total === 0) return 'You pay nothing for it.'
  const card = hasCard ? 'It is charged to what you choose here.' : 'It is charged the way you just paid.'
  return `${card} You can undo it for 15 minutes.`
}
