import { useState, type Ref } from 'react'
import { CardField, type CardHandle } from '../form/card-field.tsx'
import { loadProviderScript } from '../browser/load-provider-script.ts'

type PlatformCardProps = {
  /** What went wrong with the card at the last press. */
  readonly error: string | null
  readonly onChange?: () => void
  readonly isDisabled: boolean
  readonly ref: Ref<CardHandle>
}

/**
 * The card field of the sellers' app: the card is given to the platform itself. One that did not come is tried again in its
 * place and not by a reload, as on the payment page: what was typed beside it would be gone.
 */
export function PlatformCard(props: PlatformCardProps) {
  const [attempt, setAttempt] = useState(0)
  const retry = { label: 'Try again', press: () => setAttempt(attempt + 1) }
  return <CardField key={attempt} load={loadProviderScript} retry={retry} {...props} />
}
