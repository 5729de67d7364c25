import { CloudOff, Lock } from 'lucide-react'
import { Link } from 'react-router'
import { msg, say, t } from '#foundation/language/t.ts'
import { secondFactorRequired } from '#foundation/http/contract/caller.ts'
import { ApiError, NoAnswer } from '#foundation/http/contract/client.ts'
import { Button, buttonClass } from '../layout/button.tsx'

type Props = {
  readonly error: unknown
  readonly onRetry: () => void
  readonly isRetrying?: boolean
  /** The list to continue from if the item does not exist: retrying would not bring it back. */
  readonly listPath?: string
}

/** A page's state when its data failed to load; the server's failures have messages for people, other errors do not. */
export function ErrorState({ error, onRetry, isRetrying = false, listPath }: Props) {
  const isForPeople = (error instanceof ApiError || error instanceof NoAnswer) && error.message !== ''
  const message = isForPeople ? error.message : t('Something went wrong, please try again.')
  const isMissing = listPath !== undefined && error instanceof ApiError && error.status === 404
  if (error instanceof ApiError && error.status === 403) return <Refused error={error} />
  return (
    <div
      role="alert"
      className="grid justify-items-center gap-3 rounded-3xl bg-danger-soft px-6 py-14 text-center"
    >
      <CloudOff aria-hidden className="size-9 text-danger" />
      <h2 className="text-xl font-semibold">{isMissing ? t('Not found') : t('We could not load this')}</h2>
      <p className="max-w-md text-pretty">
        {isMissing ? t('It may have been deleted, or the link is incomplete.') : message}
      </p>
      {isMissing ? (
        <Link to={listPath} className={`mt-2 ${buttonClass('secondary')}`}>
          {t('Back to the list')}
        </Link>
      ) : (
        <Button variant="secondary" className="mt-2" isBusy={isRetrying} onClick={onRetry}>
          {t('Try again')}
        </Button>
      )}
    </div>
  )
}

/** A closed page stays closed on retry: it names who can open it, and the way back. */
function Refused({ error: { code, message } }: { readonly error: ApiError }) {
  const link = ways.get(code)
  return (
    <div
      role="alert"
      className="grid justify-items-center gap-3 rounded-3xl bg-warning-soft px-6 py-14 text-center"
    >
      <Lock aria-hidden className="size-9 text-warning" />
      <h2 className="text-xl font-semibold">{t('You do not have access')}</h2>
      <p className="max-w-md text-pretty">
        {message.replace(/\.$/, '')}. {link === undefined && t('Ask the shop owner for access.')}
      </p>
      <a href={(link ?? back).path} className={`mt-2 ${buttonClass('secondary')}`}>
        {say((link ?? back).label)}
      </a>
    </div>
  )
}

const back = { path: '/', label: msg('Back to home') } as const
const billing = { path: '/billing', label: msg('Open billing') } as const

/** The next step, by the failure's code. */
const ways = new Map([
  [secondFactorRequired, { path: '/settings/security', label: msg('Open security settings') }],
  ['onboarding_uncompleted', billing],
  ['no_plan', billing],
  ['plan_lacks_feature', billing],
])
