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
  /** The problem with the card at the last attempt. */
  readonly error: string | null
  /** Called when the card input changes. `isEmpty` means that nothing is typed. */
  readonly onChange: (isEmpty: boolean) => void
  readonly isDisabled: boolean
  readonly ref: Ref<CardHandle>
}

/** If the provider's script failed to load, only reloading the page can load it again. */
const retry = () => ({ label: checkoutMessages.reload(), press: reloadPage })

/** The card field on pages for buyers. */
export function BuyerCard({ provider, ...props }: BuyerCardProps) {
  return <CardField load={provider.load} retry={retry()} {...props} />
}

/** Creates a PaymentMethod for the buyer from a card that `check` found complete. */
export async function readCard(card: CardHandle, buyer: Buyer): Promise<CardResult> {
  const result = await card.ask(createMethod(buyer))
  if ('id' in result) return result
  return { problem: problem({ at: 'card', message: result.problem, nextStep: 'correct-card' }) }
}
