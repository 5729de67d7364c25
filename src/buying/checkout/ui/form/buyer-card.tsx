import type { Ref } from 'react'
import { CardField, type CardHandle } from '#web/kit/form/card-field.tsx'
import { createMethod } from '#web/kit/form/card-questions.ts'
import { checkoutMessages } from '../../messages.ts'
import type { Buyer } from './buyer.ts'
import type { CardResult } from '../payment/payment.ts'
import { problem } from '../payment/problem.ts'
import type { ProviderScript } from './provider-script.ts'
import { reloadPage } from '../page/reload-page.ts'

export type BuyerCardProps = {
  readonly provider: ProviderScript
  /** The card's problem at the last attempt. */
  readonly error: string | null
  /** Called when the card changes; `isEmpty`: nothing is typed. */
  readonly onChange: (isEmpty: boolean) => void
  readonly isDisabled: boolean
  readonly ref: Ref<CardHandle>
}

/** The provider's script belongs to the document, so if it failed, reloading the page brings it. */
const retry = () => ({ label: checkoutMessages.reload(), press: reloadPage })

/** The card field of pages for buyers. */
export function BuyerCard({ provider, ...props }: BuyerCardProps) {
  return <CardField load={provider.load} retry={retry()} {...props} />
}

/** Turns a card that `check` found complete into the buyer's PaymentMethod. */
export async function readCard(card: CardHandle, buyer: Buyer): Promise<CardResult> {
  const result = await card.ask(createMethod(buyer))
  if ('id' in result) return result
  return { problem: problem({ at: 'card', message: result.problem, nextStep: 'correct-card' }) }
}
