import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { toast } from 'sonner'
import { t } from '#foundation/language/t.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { useArrival } from '#accounts/onboarding/ui/arrival.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { useWrite } from '#web/kit/form/use-write.ts'
import { IconButton } from '#web/kit/layout/button.tsx'
import { firstStepsContract } from '../contract.ts'

const firstStepsQuery = queryOptions({
  queryKey: ['first-steps'],
  queryFn: ({ signal }) => call(firstStepsContract.readFirstSteps, { signal }),
  // A form or a sale made a moment ago counts.
  staleTime: 0,
})

/** The steps of a new shop to its first sale. Renders nothing after that, or once hidden. */
export function FirstSteps() {
  const { data } = useQuery({ ...firstStepsQuery, enabled: useMayCall()(firstStepsContract.readFirstSteps) })
  const hasArrived = useArrival() === 'return'
  const queryClient = useQueryClient()
  const { mutate } = useWrite({
    mutationFn: () => call(firstStepsContract.hideFirstSteps, {}),
    onSuccess: (steps) => queryClient.setQueryData(firstStepsQuery.queryKey, steps),
    onError: (error) => toast.error(errorMessage(error, t('The steps could not be hidden. Try again.'))),
  })
  if (data?.isOpen !== true) return null
  const { formId } = data
  return (
    <section aria-labelledby="first-steps" className="panel relative mb-8 animate-rise p-6">
      <h2 id="first-steps" className="pr-12 text-lg font-semibold">
        {hasArrived ? t('Welcome back. Everything is set up.') : t('Your first sale')}
      </h2>
      <div className="absolute top-4 right-4">
        <IconButton label={t('Hide these steps')} onClick={() => mutate()}>
          <X aria-hidden className="size-5" />
        </IconButton>
      </div>
      <ol className="mt-4 grid gap-4 md:grid-cols-3 md:gap-6">
        <Step number={1} isDone title={t('Connect Stripe')}>
          {t('Every sale goes straight to your account.')}
        </Step>
        <Step number={2} isDone={formId !== null} title={t('Create a form')}>
          {formId === null
            ? t('A product, a price and a picture are enough.')
            : t('Buyers can already open it and pay.')}
        </Step>
        <Step number={3} title={t('Share its link')}>
          {formId === null ? (
            t('Post it, email it or embed it on your site.')
          ) : (
            <Link to={`/forms/${formId}`} className="link">
              {t('Open your form to share it')}
            </Link>
          )}
        </Step>
      </ol>
    </section>
  )
}

type StepProps = {
  readonly number: number
  readonly title: string
  readonly isDone?: boolean
  readonly children: ReactNode
}

function Step({ number, title, isDone = false, children }: StepProps) {
  return (
    <li className="flex gap-3">
      <span
        aria-hidden
        className={`grid size-8 shrink-0 place-items-center rounded-full font-semibold ${isDone ? 'bg-success-soft text-success' : 'bg-brand-soft text-brand'}`}
      >
        {isDone ? <Check className="size-4.5" /> : number}
      </span>
      <div>
        <p className="font-semibold">
          {title}
          {isDone && <span className="sr-only"> {t('(done)')}</span>}
        </p>
        <p className="text-sm text-pretty text-muted">{children}</p>
      </div>
    </li>
  )
}
