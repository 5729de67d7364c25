import { useState, type Ref } from 'react'
import { t } from '#foundation/language/t.ts'
import { CardField, type CardHandle } from '../form/card-field.tsx'
import { loadProviderScript } from '../browser/load-provider-script.ts'

type PlatformCardProps = {
  /** The card's problem at the last submit. */
  readonly error: string | null
  readonly onChange?: () => void
  readonly isDisabled: boolean
  readonly ref: Ref<CardHandle>
}

/**
 * The card field of the sellers' app: the card goes to the platform itself. A failed one is retried in place, not by a
 * reload, as on the payment page: other typed text would be lost.
 */
export function PlatformCard(props: PlatformCardProps) {
  const [attempt, setAttempt] = useState(0)
  const retry = { label: t('Try again'), press: () => setAttempt(attempt + 1) }
  return <CardField key={attempt} load={loadProviderScript} retry={retry} {...props} />
}
