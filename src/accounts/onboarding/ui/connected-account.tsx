import { ArrowUpRight, BadgeCheck, CircleAlert, Landmark, RefreshCw, Unplug } from 'lucide-react'
import { Link, Navigate } from 'react-router'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { rich } from '#foundation/language/rich.ts'
import { msg, say, t, type Message } from '#foundation/language/t.ts'
import { Day } from '#web/kit/layout/when.tsx'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { Badge, type Tone } from '#web/kit/layout/badge.tsx'
import { Button, buttonClass } from '#web/kit/layout/button.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { isWebAddress } from '#foundation/http/input/fields.ts'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { connectRight, type OnboardingStatus } from '../contract.ts'
import { useArrival } from './arrival.ts'
import { onboardingQuery } from './queries.ts'

type Words = {
  readonly tone: Tone
  readonly label: Message
  readonly title: Message
  readonly text: Message
  /** For the states in which the seller has something to do on Stripe. */
  readonly action?: Message
  readonly Icon: typeof Landmark
}

const words: Readonly<Record<OnboardingStatus['status'] | 'disconnected', Words>> = {
  uncompleted: {
    tone: 'warning',
    label: msg('Not connected yet'),
    title: msg('Connect your Stripe account'),
    text: msg(
      'Buyers pay straight into your own Stripe account. Tillform never holds your money. Stripe will ask who you are and where to send payouts. It takes about five minutes.',
    ),
    action: msg('Connect with Stripe'),
    Icon: Landmark,
  },
  restricted: {
    tone: 'danger',
    label: msg('Restricted'),
    title: msg('Stripe needs more information'),
    text: msg(
      'Your account is connected, but Stripe needs more information before you can accept payments. Your forms are not affected.',
    ),
    action: msg('See what is missing'),
    Icon: CircleAlert,
  },
  disconnected: {
    tone: 'danger',
    label: msg('Disconnected'),
    title: msg('Your Stripe account is no longer connected'),
    text: msg(
      'Stripe says that Tillform no longer has access to your account. Your forms cannot accept payments, and no buyer is charged. If you removed access by mistake, allow Tillform again in your Stripe settings, then check again.',
    ),
    Icon: Unplug,
  },
  completed: {
    tone: 'success',
    label: msg('Connected'),
    title: msg('You are ready to get paid'),
    text: msg('Your Stripe account is connected. Every sale goes straight to it.'),
    Icon: BadgeCheck,
  },
}

const payoutsRight = { entity: 'payouts', verb: 'read' } as const

/** Shows the connected account's state in plain words, with the one thing to do about it. */
export function ConnectedAccount({ status }: { readonly status: OnboardingStatus }) {
  const { tone, label, title, text, action, Icon } =
    words[status.isDisconnected ? 'disconnected' : status.status]
  const { isBusy, problem, go, check } = useOnboardingLink()
  const isDone = status.status === 'completed'
  const isNew = useArrival() === 'return'
  // Only members who may update billing choose which account gets paid. The API gives no one else a link.
  const mayCall = useMayCall()
  const mayConnect = mayCall(connectRight)
  // Onboarding is complete, so the seller continues with the first form.
  if (isNew && isDone && status.missing.length === 0)
    return <Navigate to="/forms?onboarding=return" replace />
  return (
    <div className="grid gap-6">
      <ReturnNotice status={status.status} />
      <section aria-label={t('Payouts')} className="panel p-6 sm:p-8">
        <div className="flex flex-wrap items-start gap-5">
          <span className="grid size-14 place-items-center rounded-2xl bg-brand-soft text-brand">
            <Icon aria-hidden className="size-7" />
          </span>
          <div className="min-w-0 flex-1 basis-64">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <h2 className="text-2xl font-semibold">{say(title)}</h2>
              <Badge tone={tone}>{say(label)}</Badge>
            </div>
            <p className="mt-2 max-w-prose text-pretty text-muted">{say(text)}</p>
            <Missing status={status} />
            {!isDone && !mayConnect && (
              <p className="mt-4 font-medium">{t('Ask a teammate with billing access to do this.')}</p>
            )}
            {status.heldUntil !== null && (
              <p className="mt-4 text-pretty">
                {rich(
                  'The ownership of this shop was transferred. You can change its payout account from {day}, or as soon as the former owner confirms the transfer.',
                  { day: <Day at={status.heldUntil} /> },
                )}
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
                  <Link to="/forms" className={buttonClass('secondary')}>
                    {t('Go to your forms')}
                  </Link>
                  {mayCall(payoutsRight) && (
                    <Link to="/payouts" className={buttonClass('secondary')}>
                      {t('See your payouts')}
                    </Link>
                  )}
                </>
              ) : (
                <>
                  {mayConnect && !status.isDisconnected && status.heldUntil === null && (
                    <Button isBusy={isBusy} onClick={() => void go()}>
                      {isDone || action === undefined ? t('Complete on Stripe') : say(action)}
                      <ArrowUpRight aria-hidden className="size-5" />
                    </Button>
                  )}
                  <Button variant="secondary" isWaiting={isBusy} onClick={() => void check()}>
                    <RefreshCw aria-hidden className="size-4.5" />
                    {t('Check again')}
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

/** Shows the information Stripe still needs and the deadline. Renders nothing before onboarding starts. */
function Missing({ status: { status, missing, missingBy } }: { readonly status: OnboardingStatus }) {
  if (missing.length === 0) return null
  return (
    <div className="mt-4">
      <p className="font-medium">{missingText(status === 'completed', missingBy)}</p>
      <ul className="mt-1 list-disc pl-5 text-muted">
        {missing.map((thing) => (
          <li key={thing}>{thing}</li>
        ))}
      </ul>
    </div>
  )
}

function missingText(isDone: boolean, missingBy: string | null): ReactNode {
  if (missingBy === null) {
    return isDone
      ? t('Stripe needs more information so that your account can keep accepting payments:')
      : t('Still missing:')
  }
  const day = <Day at={missingBy} />
  return isDone
    ? rich('Stripe needs more information by {day} so that your account can keep accepting payments:', {
        day,
      })
    : rich('Still missing by {day}:', { day })
}

function ReturnNotice({ status }: { readonly status: OnboardingStatus['status'] }) {
  const came = useArrival()
  if (came === 'refresh') {
    return <Notice tone="info">{t('That link expired. Continue below.')}</Notice>
  }
  if (came === null) return null
  if (status === 'completed') return null
  return (
    <Notice tone="info">
      {t(
        'Welcome back. Stripe is still reviewing your account. This can take a few minutes. Check below if anything is missing.',
      )}
    </Notice>
  )
}

const steps = [
  [msg('Tell Stripe about yourself'), msg('Your name or business, and the bank account for your payouts.')],
  [
    msg('Come back here'),
    msg('Stripe brings you back here when you are done. You can stop and pick up again at any time.'),
  ],
  [msg('Create your first form'), msg('Forms, Sales and everything else in your plan unlock right away.')],
] as const

function NextSteps() {
  return (
    <section aria-labelledby="next-steps">
      <h2 id="next-steps" className="text-lg font-semibold">
        {t('What happens next')}
      </h2>
      <ol className="mt-4 grid gap-4">
        {steps.map(([name, text], index) => (
          <li key={say(name)} className="flex gap-4">
            <span
              aria-hidden
              className="grid size-8 shrink-0 place-items-center rounded-full bg-brand-soft font-semibold text-brand"
            >
              {index + 1}
            </span>
            <p>
              <strong className="block font-semibold">{say(name)}</strong>
              <span className="text-muted">{say(text)}</span>
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}

/**
 * Buttons that continue on Stripe. Stripe's links expire after minutes and work once, so each click requests a new
 * one.
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
      setProblem(errorMessage(error, t('Stripe could not be reached. Please try again.')))
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
