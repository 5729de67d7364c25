import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { z } from 'zod'
import { rich } from '#foundation/language/rich.ts'
import { t } from '#foundation/language/t.ts'
import { catalogue, plans } from '#accounts/billing/catalogue.ts'
import { EntrancePage } from '#accounts/identity/ui/entrance-page.tsx'
import { EmailInput, PasswordInput } from '#accounts/identity/ui/inputs.tsx'
import { formatAmount } from '#foundation/money/amount.ts'
import { Button } from '#web/kit/layout/button.tsx'
import { PlatformCard } from '#web/kit/layout/platform-card.tsx'
import type { CardHandle } from '#web/kit/form/card-field.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { cardProviderFacts, legalPages } from '#web/kit/layout/page-facts.ts'
import { TextInput } from '#web/kit/form/text-input.tsx'
import { identityContract, type Session } from '#accounts/identity/contract.ts'
import { call, callOnce, storeSession } from '#accounts/identity/ui/session.ts'
import { FieldProblem, useCheckedForm } from '#accounts/identity/ui/checked-form.ts'
import { cardMessages } from '#foundation/card-provider/messages.ts'
import { ApiError, NoAnswer } from '#foundation/http/contract/client.ts'
import { createMethod } from '#web/kit/form/card-questions.ts'
import { loadProviderScript } from '#web/kit/browser/load-provider-script.ts'
import { signInContract, signUpBody } from '#accounts/sign-in/contract.ts'
import { PlanChoice, type PlanValue } from './plan-choice.tsx'
import { SocialButton } from './social-button.tsx'
import { continueAfterSignIn } from './after-sign-in.ts'

export function RegisterPage() {
  const card = useRef<CardHandle>(null)
  const [plan, setPlan] = useState<PlanValue>('BASIC')
  const { form, errors, isBusy, isSignedUp, onSubmit } = useRegistration(card)
  return (
    <EntrancePage
      title={t('Create your account')}
      isWide
      lead={t('Create your first payment form in minutes.')}
      other={{ question: t('Already have an account?'), label: t('Sign in'), path: '/login' }}
    >
      {!isSignedUp && <SocialButton />}
      <form ref={form} noValidate onSubmit={onSubmit} aria-label={t('Create account')} className="grid gap-5">
        {errors.server !== undefined && <Notice tone="danger">{errors.server}</Notice>}
        {isSignedUp && !isBusy && (
          <Notice tone="info">
            {t('Your account is ready. Continue with this plan or choose another one.')}
          </Notice>
        )}
        <TextInput
          label={t('Your name')}
          required
          name="name"
          autoComplete="name"
          maxLength={120}
          error={errors.name}
        />
        <TextInput
          label={t('Shop name')}
          name="shopName"
          autoComplete="organization"
          maxLength={120}
          readOnly={isSignedUp}
          hint={t('Buyers see it on your pages and receipts. Without one, they see your name.')}
          error={errors.shopName}
        />
        <EmailInput readOnly={isSignedUp} error={errors.email} />
        <PasswordInput
          autoComplete="new-password"
          readOnly={isSignedUp}
          hint={t('At least 8 characters.')}
          error={errors.password}
        />
        <PlanChoice value={plan} onChange={setPlan} error={errors.plan} />
        {needsCard(plan) && (
          <>
            <PlatformCard ref={card} error={errors.card ?? null} isDisabled={isBusy} />
            {cardProviderFacts().isTestMode && (
              <p className="-mt-3 text-sm text-muted">
                {t(
                  'Test mode: no real money moves. Pay with 4242 4242 4242 4242, any future date and any CVC.',
                )}
              </p>
            )}
          </>
        )}
        <LegalNote />
        <Button type="submit" isBusy={isBusy} className="mt-1 w-full">
          {labelOf(plan)}
        </Button>
      </form>
    </EntrancePage>
  )
}

/** The terms that people agree to with the button below. The operator sets both links. */
function LegalNote() {
  const { terms, privacy } = legalPages()
  if (terms === undefined && privacy === undefined) return null
  const link = (href: string) => (text: ReactNode) => (
    <a href={href} target="_blank" rel="noreferrer" className="link">
      {text}
    </a>
  )
  return (
    <p className="text-sm text-pretty text-muted">
      {terms !== undefined &&
        rich('By creating your account, you accept our <link>terms</link>.', { link: link(terms) })}{' '}
      {privacy !== undefined &&
        rich('Our <link>privacy policy</link> says how we handle your data.', { link: link(privacy) })}
    </p>
  )
}

/** A button that charges money shows the amount. */
function labelOf(plan: PlanValue): string {
  if (!needsCard(plan)) return t('Create account')
  const { amount, currency } = catalogue[plan]
  return t('Create account and pay {amount}', { amount: formatAmount(amount, currency) })
}

const typed = signUpBody.extend({ plan: z.enum(plans) })
type Typed = z.output<typeof typed>

/** Whether a plan is paid from today and needs a card. */
function needsCard(plan: PlanValue): boolean {
  return catalogue[plan].amount > 0 && catalogue[plan].trialDays === 0
}

/**
 * Runs a registration: the account, then the card on Stripe, then the plan. A retry after any failure continues where
 * it stopped, so there is only one account and one subscription.
 */
function useRegistration(card: RefObject<CardHandle | null>) {
  const [signedUp, setSignedUp] = useState<Session>()
  /** The email address of a sign-up that got no response. Its account may exist. */
  const unanswered = useRef<string>(null)

  async function act(values: Typed): Promise<boolean> {
    if (needsCard(values.plan)) checkCard(card.current)
    const session = signedUp ?? (await makeIdentity(values, unanswered))
    setSignedUp(session)
    // From here on, reloading the page opens the app, where people can also choose a plan.
    storeSession(session)
    const method = needsCard(values.plan) ? await readCard(card.current, values) : null
    await continueAfterSignIn(await subscribe(values, method))
    return true
  }

  return { ...useCheckedForm(typed, act), isSignedUp: signedUp !== undefined }
}

async function makeIdentity(
  { name, shopName, email, password }: Typed,
  unanswered: RefObject<string | null>,
): Promise<Session> {
  try {
    return await callOnce(signInContract.signUp, { body: { name, shopName, email, password } })
  } catch (error) {
    const isTaken = error instanceof ApiError && error.code === 'email-already-in-use'
    if (isTaken && unanswered.current === email) {
      return callOnce(identityContract.signIn, { body: { email, password } })
    }
    const isUnknown = error instanceof NoAnswer || (error instanceof ApiError && error.status >= 500)
    unanswered.current = isUnknown ? email : null
    throw error
  }
}

function checkCard(card: CardHandle | null): void {
  const problem = card === null ? cardMessages.notLoaded() : card.check()
  if (problem === null) return
  card?.focus()
  throw new FieldProblem({ card: problem })
}

async function readCard(card: CardHandle | null, { email, name }: Typed): Promise<string> {
  if (card === null) throw new FieldProblem({ card: cardMessages.notLoaded() })
  const result = await card.ask(createMethod({ email, name }))
  if ('id' in result) return result.id
  card.focus()
  throw new FieldProblem({ card: result.problem })
}

/** Completes the registration. If the first payment needs bank authentication, the person completes it on this page. */
async function subscribe({ email, name, plan }: Typed, paymentMethodId: string | null): Promise<Session> {
  const answer = await send({ email, name, plan, paymentMethodId })
  if (answer.clientSecret === null) return answer
  const stripe = await loadProviderScript()
  const confirmed = await stripe?.confirmCardPayment(answer.clientSecret)
  if (confirmed === undefined || confirmed.error !== undefined) {
    throw new FieldProblem({ card: confirmed?.error?.message ?? cardMessages.methodFailed() })
  }
  return send({ email, name, plan })
}

async function send(body: Parameters<typeof call<typeof signInContract.register>>[1]['body']) {
  try {
    return await call(signInContract.register, { body })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 402 || error.code === 'card_needed') throw new FieldProblem({ card: error.message })
    // The server's own message. Errors about single fields appear next to them.
    if ([403, 409, 503].includes(error.status)) throw new FieldProblem({ server: error.message })
    throw error
  }
}
