import { useState, type Ref } from 'react'
import { t } from '#foundation/language/t.ts'
import { CardField, type CardHandle } from '../form/card-field.tsx'
import { loadProviderScript } from '../browser/load-provider-script.ts'

type PlatformCardProps = {
  /** The problem with the card when the form was last submitted. */
  readonly error: string | null
  readonly onChange?: () => void
  readonly isDisabled: boolean
  readonly ref: Ref<CardHandle>
}

/**
 * The card field of the sellers' app, for cards charged by the platform itself. If it failed to load, only the field is
 * loaded again. Reloading the page, as on the payment page, would lose other typed text.
 */
export function PlatformCard(props: PlatformCardProps) {
  const [attempt, setAttempt] = useState(0)
  const retry = { label: t('Try again'), press: () => setAttempt(attempt + 1) }
  return <CardField key={attempt} load={loadProviderScript} retry={retry} {...props} />
}
