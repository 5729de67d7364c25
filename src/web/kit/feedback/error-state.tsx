import { CircleAlert, Lock, SearchX, WifiOff } from 'lucide-react'
import { Link } from 'react-router'
import { msg, say, t } from '#foundation/language/t.ts'
import { secondFactorRequired } from '#foundation/http/contract/caller.ts'
import { ApiError, NoAnswer } from '#foundation/http/contract/client.ts'
import { Button, buttonClass } from '../layout/button.tsx'
import { ContactLink } from './crash.tsx'
import { StatePanel } from './state-panel.tsx'

type Props = {
  readonly error: unknown
  readonly onRetry: () => void
  readonly isRetrying?: boolean
  /** The list to continue from if the item does not exist, because trying again would not bring it back. */
  readonly listPath?: string
}

/**
 * Shown if a page's data failed to load because it does not exist, the person cannot see it, the server could not be
 * reached, or there was an error on our side.
 */
export function ErrorState({ error, onRetry, isRetrying = false, listPath }: Props) {
  if (error instanceof ApiError && error.status === 403) return <Refused error={error} />
  if (listPath !== undefined && error instanceof ApiError && error.status === 404) {
    return (
      <StatePanel
        tone="neutral"
        icon={SearchX}
        title={t('Not found')}
        text={t('It may have been deleted, or the link is incomplete.')}
      >
        <Link to={listPath} className={buttonClass('secondary')}>
          {t('Back to the list')}
        </Link>
      </StatePanel>
    )
  }
  const isUnreachable = error instanceof NoAnswer
  const isForPeople = (error instanceof ApiError || isUnreachable) && error.message !== ''
  return (
    <StatePanel
      tone={isUnreachable ? 'warning' : 'danger'}
      icon={isUnreachable ? WifiOff : CircleAlert}
      title={isUnreachable ? t('No connection') : t('We could not load this')}
      text={isForPeople ? error.message : t('Something went wrong, please try again.')}
    >
      <Button variant="secondary" isBusy={isRetrying} onClick={onRetry}>
        {t('Try again')}
      </Button>
      {!isUnreachable && <ContactLink />}
    </StatePanel>
  )
}

/**
 * Shown for a page that the person has no right to open: who can open it, and the way back. There is no retry, because
 * it would not help.
 */
function Refused({ error: { code, message } }: { readonly error: ApiError }) {
  const link = ways.get(code)
  const { path, label } = link ?? back
  return (
    <StatePanel
      tone="neutral"
      icon={Lock}
      title={t('You do not have access')}
      text={`${message.replace(/\.$/, '')}. ${link === undefined ? t('Ask the shop owner for access.') : ''}`}
    >
      <a href={path} className={buttonClass('secondary')}>
        {say(label)}
      </a>
    </StatePanel>
  )
}

const back = { path: '/', label: msg('Back to home') } as const
const billing = { path: '/billing', label: msg('Open billing') } as const

/** The next step, by the error's code. */
const ways = new Map([
  [secondFactorRequired, { path: '/settings/security', label: msg('Open security settings') }],
  ['onboarding_uncompleted', billing],
  ['no_plan', billing],
  ['plan_lacks_feature', billing],
])
