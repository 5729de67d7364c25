import { lazy, Suspense, useRef, useState } from 'react'
import { catalogue } from '#accounts/billing/catalogue.ts'
import { EmailInput } from '#accounts/identity/ui/email-input.tsx'
import { EntrancePage } from '#accounts/identity/ui/entrance-page.tsx'
import { PasswordInput } from '#accounts/identity/ui/password-input.tsx'
import { formatAmount } from '#foundation/money/amount.ts'
import { Button } from '#web/kit/layout/button.tsx'
import type { CardHandle } from '#web/kit/form/card-field.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { cardProviderFacts } from '#web/kit/layout/page-facts.ts'
import { TextInput } from '#web/kit/form/text-input.tsx'
import { PlanChoice, type PlanValue } from './plan-choice.tsx'
import { SocialButton } from './social-button.tsx'
import { needsCard, useRegistration } from './use-registration.ts'

const PlatformCard = lazy(async () => ({
  default: (await import('#web/kit/layout/platform-card.tsx')).PlatformCard,
}))

export function RegisterPage() {
  const card = useRef<CardHandle>(null)
  const [plan, setPlan] = useState<PlanValue>('BASIC')
  const { form, errors, isBusy, isSignedUp, onSubmit } = useRegistration(card)
  return (
    <EntrancePage
      title="Create your account"
      isWide
      lead="Your first payment form is a few minutes away."
      other={{ question: 'Already have an account?', label: 'Sign in', path: '/login' }}
    >
      {!isSignedUp && <SocialButton />}
      <form ref={form} noValidate onSubmit={onSubmit} aria-label="Create account" className="grid gap-5">
        {errors.server !== undefined && <Notice tone="danger">{errors.server}</Notice>}
        {isSignedUp && !isBusy && (
          <Notice tone="info">
            Your account has been created. All that is left is the plan: continue with this one, or choose
            another.
          </Notice>
        )}
        <TextInput
          label="Name"
          required
          name="name"
          autoComplete="name"
          maxLength={120}
          placeholder="Your name or your business"
          hint="Buyers see this as the name of your shop. You can change it later."
          error={errors.name}
        />
        <EmailInput readOnly={isSignedUp} error={errors.email} />
        <PasswordInput
          autoComplete="new-password"
          readOnly={isSignedUp}
          hint="At least 8 characters."
          error={errors.password}
        />
        <PlanChoice value={plan} onChange={setPlan} error={errors.plan} />
        {needsCard(plan) && (
          <Suspense fallback={<p className="text-muted">Loading the card field…</p>}>
            <PlatformCard ref={card} error={errors.card ?? null} isDisabled={isBusy} />
            {cardProviderFacts().isTestMode && (
              <p className="-mt-3 text-sm text-muted">
                Test mode: no real money moves. Pay with 4242 4242 4242 4242, any future date and any CVC.
              </p>
            )}
          </Suspense>
        )}
        <Button type="submit" isBusy={isBusy} className="mt-1 w-full">
          {labelOf(plan)}
        </Button>
      </form>
    </EntrancePage>
  )
}

/** A button that takes money says how much. */
function labelOf(plan: PlanValue): string {
  if (!needsCard(plan)) return 'Create account'
  const { amount, currency } = catalogue[plan]
  return `Create account and pay ${formatAmount(amount, currency)}`
}
