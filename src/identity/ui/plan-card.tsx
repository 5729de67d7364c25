import type { Ref } from 'react'
import { CardField, type CardHandle } from '#checkout/ui/card-field.tsx'
import { cardProviderFacts } from '#shell/page-facts.ts'
import { loadPlatformCard } from '#shell/platform-card.ts'

type Props = {
  readonly ref: Ref<CardHandle>
  readonly error: string | undefined
  readonly isDisabled: boolean
}

const provider = { load: loadPlatformCard }
const ignore = (): void => undefined

/** The card that pays a plan: the provider's own field, as on the payment page. */
export function PlanCard({ ref, error, isDisabled }: Props) {
  return (
    <div className="grid gap-2">
      <CardField
        ref={ref}
        provider={provider}
        error={error ?? null}
        onChange={ignore}
        isDisabled={isDisabled}
      />
      {cardProviderFacts().isTestMode && (
        <p className="text-sm text-muted">
          Test mode: no real money moves. Pay with 4242 4242 4242 4242, any future date and any CVC.
        </p>
      )}
    </div>
  )
}
