import { ArrowUpRight, BadgeCheck, CircleAlert, Landmark, RefreshCw, Unplug } from 'lucide-react'
import { Link, useSearchParams } from 'react-router'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#foundation/language/t.ts'
import { Day } from '#web/kit/layout/when.tsx'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { Badge, type Tone } from '#web/kit/layout/badge.tsx'
import { Button, buttonClass } from '#web/kit/layout/button.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { isWebAddress } from '#foundation/http/input/fields.ts'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { connectRight, type OnboardingStatus } from '../contract.ts'
import { onboardingQuery } from './queries.ts'

type Words = {
  readonly tone: Tone
  readonly label: string
  readonly title: string
  readonly text: string
  readonly action: string
  readonly Icon: typeof Landmark
}

const words: Readonly<Record<OnboardingStatus['status'] | 'disconnected', Words>> = {
  uncompleted: {
    tone: 'warning',
    label: 'Not connected yet',
    title: 'Connect your Stripe account',
    text: 'Buyers pay straight into your own Stripe account. Tillform never holds your money. Stripe will ask who you are and where to send payouts. It takes about five minutes.',
    action: 'Connect with Stripe',
    Icon: Landmark,
  },
  restricted: {
    tone: 'danger',
    label: 'Restricted',
    title: 'Stripe needs more information',
    text: 'Your account is connected, but Stripe needs more information before you can accept payments. Your forms stay as they are.',
    action: 'See what is missing',
    Icon: CircleAlert,
  },
  disconnected: {
    tone: 'danger',
    label: 'Disconnected',
    title: 'Your Stripe account is no longer connected',
    text: 'Stripe says that Tillform no longer has access to your account. Your forms cannot accept payments, and no buyer is charged. If you removed access by mistake, allow Tillform again in your Stripe settings, then check again.',
    action: '',
    Icon: Unplug,
  },
  completed: {
    tone: 'success',
    label: 'Connected',
    title: 'You are ready to get paid',
    text: 'Your Stripe account is connected. Every sale goes straight to it.',
    action: '',
    Icon: BadgeCheck,
  },
}

const payoutsRight = { entity: 'payouts', verb: 'read' } as const

/** The connected account in plain words, with the one thing to do about it. */
export function ConnectedAccount({ status }: { readonly status: OnboardingStatus }) {
  const { tone, label, title, text, action, Icon } =
    words[status.isDisconnected ? 'disconnected' : status.status]
  const { isBusy, problem, go, check } = useOnboardingLink()
  const isDone = status.status === 'completed'
  const isNew = useArrival() === 'return'
  // Only members with the right to billing decide where the money goes; the API gives others no link.
  const mayCall = useMayCall()
  const mayConnect = mayCall(connectRight)
  return (
    <div className="grid gap-6">
      <ReturnNotice status={status.status} />
      <section aria-label={t('Payouts')} className="panel p-6 sm:p-8">
        <div className="flex flex-wrap items-start gap-5">
          <span className="grid size-14 place-items-center rounded-2xl bg-brand-soft text-brand">
            <Icon aria-hidden className="size-7" />
          </span>
          <div className="min-w-0 flex-1 basis-64">
            <Badge tone={tone}>{label}</Badge>
            <h2 className="mt-3 text-2xl font-semibold">{title}</h2>
            <p className="mt-2 max-w-prose text-pretty text-muted">{text}</p>
            <Missing status={status} />
            {!isDone && !mayConnect && (
              <p className="mt-4 font-medium">{t('Ask a teammate with billing access to do this.')}</p>
            )}
            {status.heldUntil !== null && (
              <p className="mt-4 text-pretty">
                The ownership of this shop was transferred. You can change its payout account from{' '}
                <Day at={status.heldUntil} />, or as soon as the former owner confirms the transfer.
              </p>
            )}
            {problem !== null && (
              <div className="mt-4">
                <Notice tone="danger">{problem}</Notice>
              </div>
            )}
            <div className="mt-6 flex flex-wrap gap-3">
              {isDone && status.redirect_url === null ? (
                <>
                  <Link to={isNew ? '/forms/create' : '/forms'} className={buttonClass()}>
                    {isNew ? t('Create your first form') : t('Go to your forms')}
                  </Link>
                  {!isNew && mayCall(payoutsRight) && (
                    <Link to="/payouts" className={buttonClass('secondary')}>
                      {t('See your payouts')}
                    </Link>
                  )}
                </>
              ) : (
                <>
                  {mayConnect && !status.isDisconnected && status.heldUntil === null && (
                    <Button isBusy={isBusy} onClick={() => void go()}>
                      {isDone ? t('Complete on Stripe') : action}
                      <ArrowUpRight aria-hidden className="size-5" />
                    </Button>
                  )}
                  <Button variant="secondary" isWaiting={isBusy} onClick={() => void check()}>
                    <RefreshCw aria-hidden className="size-4.5" />
                    Check again
                  </Button>
                </>
              )}
            </div>
          </div>
        </div>
      </section>
      {!isDone && !status.isDisconnected && <NextSteps />}
    </div>
  )
}

/** The information Stripe still needs, and the deadline; renders nothing before onboarding starts. */
function Missing({ status: { status, missing, missingBy } }: { readonly status: OnboardingStatus }) {
  if (missing.length === 0) return null
  const by = missingBy !== null && (
    <>
      {' '}
      by <Day at={missingBy} />
    </>
  )
  return (
    <div className="mt-4">
      <p className="font-medium">
        {status === 'completed' ? (
          <>Stripe needs more information{by} so that your account can keep accepting payments:</>
        ) : (
          <>Still missing{by}:</>
        )}
      </p>
      <ul className="mt-1 list-disc pl-5 text-muted">
        {missing.map((thing) => (
          <li key={thing}>{thing}</li>
        ))}
      </ul>
    </div>
  )
}

const arrivals = ['return', 'update', 'refresh'] as const

/** How the seller came from the provider: for the first time, after an update, or with an expired link. */
export function useArrival(): (typeof arrivals)[number] | null {
  const [parameters] = useSearchParams()
  const came = parameters.get('onboarding')
  return arrivals.find((arrival) => arrival === came) ?? null
}

function ReturnNotice({ status }: { readonly status: OnboardingStatus['status'] }) {
  const came = useArrival()
  if (came === 'refresh') {
    return <Notice tone="info">{t('That link expired. Continue below.')}</Notice>
  }
  if (came === null) return null
  if (status === 'completed')
    return <Notice tone="success">{t('Welcome back. Everything is set up.')}</Notice>
  return (
    <Notice tone="info">
      {t(
        'Welcome back. Stripe is still reviewing your account. This can take a few minutes. Check below if anything is missing.',
      )}
    </Notice>
  )
}

const steps = [
  ['Tell Stripe about yourself', 'Your name or business, and the bank account for your payouts.'],
  [
    'Come back here',
    'Stripe brings you back here when you are done. You can stop and pick up again at any time.',
  ],
  ['Create your first form', 'Forms, Sales and everything else in your plan unlock right away.'],
] as const

function NextSteps() {
  return (
    <section aria-labelledby="next-steps">
      <h2 id="next-steps" className="text-lg font-semibold">
        {t('What happens next')}
      </h2>
      <ol className="mt-4 grid gap-4">
        {steps.map(([name, text], index) => (
          <li key={name} className="flex gap-4">
            <span
              aria-hidden
              className="grid size-8 shrink-0 place-items-center rounded-full bg-brand-soft font-semibold text-brand"
            >
              {index + 1}
            </span>
            <p>
              <strong className="block font-semibold">{name}</strong>
              <span className="text-muted">{text}</span>
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}

const unreachable = 'Stripe could not be reached. Please try again.'

/**
 * Buttons that continue at the provider. Its links live for minutes and work once, so each click requests a new one.
 */
function useOnboardingLink() {
  const queryClient = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function ask() {
    setIsBusy(true)
    setProblem(null)
    try {
      return await queryClient.query({ ...onboardingQuery, staleTime: 0 })
    } catch (error) {
      setProblem(errorMessage(error, unreachable))
      return null
    } finally {
      setIsBusy(false)
    }
  }

  async function go(): Promise<void> {
    const link = (await ask())?.redirect_url
    if (link !== null && link !== undefined && isWebAddress(link)) window.location.assign(link)
  }

  return { isBusy, problem, go, check: ask }
}
