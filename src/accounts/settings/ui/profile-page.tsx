import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { t } from '#foundation/language/t.ts'
import { ChangeEmail, type EmailChange } from '#accounts/identity/ui/change-credentials.tsx'
import { useUser } from '#accounts/identity/ui/session.ts'
import { NotLoaded } from '#web/kit/feedback/not-loaded.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { Button } from '#web/kit/layout/button.tsx'
import { SplitSection } from '#web/kit/layout/section.tsx'
import { SettingsPage } from '#web/kit/layout/settings-page.tsx'
import { ProfileForm } from './profile.tsx'
import { signInWaysQuery } from './queries.ts'

/** The page about the person behind the account. */
export function ProfilePage() {
  const user = useUser()
  const [search] = useSearchParams()
  if (user === null) return null
  return (
    <SettingsPage title={t('Profile')}>
      <ProfileForm key={user.id} user={user} goesToForms={search.get('then') === 'forms'} />
      <Email email={user.email} />
    </SettingsPage>
  )
}

function Email({ email }: { readonly email: string }) {
  const query = useQuery(signInWaysQuery)
  const { data: ways } = query
  const [isChanging, setIsChanging] = useState(false)
  const [sent, setSent] = useState<EmailChange>()
  return (
    <SplitSection title={t('Email')} lead={t('You sign in with it.')}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <span className="min-w-0 font-medium wrap-anywhere">{email}</span>
        <Button variant="secondary" isWaiting={ways === undefined} onClick={() => setIsChanging(true)}>
          {t('Change email')}
        </Button>
      </div>
      {query.error !== null && <NotLoaded query={query} blocks={[]} />}
      {sent !== undefined && (
        <Notice tone="success">
          {sent.asksOldAddress
            ? t(
                'We sent a link to {email} and one to your current address. The change takes effect once you open both links.',
                { email: sent.email },
              )
            : t('We sent a link to {email}. The change takes effect once you open it.', {
                email: sent.email,
              })}
        </Notice>
      )}
      {isChanging && ways !== undefined && (
        <ChangeEmail hasPassword={ways.hasPassword} onSent={setSent} onClose={() => setIsChanging(false)} />
      )}
    </SplitSection>
  )
}
