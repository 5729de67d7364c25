import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import { useUser } from '#accounts/identity/ui/use-user.ts'
import { ErrorState } from '#web/kit/error-state.tsx'
import { Page } from '#web/kit/page.tsx'
import { Skeleton } from '#web/kit/skeleton.tsx'
import { NoticeSettingsForm } from './notice-settings-form.tsx'
import { PushSection } from './push-section.tsx'
import { noticeSettingsQuery } from './settings-query.ts'

/** How one hears of what happens in the shop. */
export function NoticeSettingsPage() {
  const user = useUser()
  const { data, error, isFetching, refetch } = useQuery(noticeSettingsQuery)
  if (user === null) return null
  return (
    <Page
      title="Notifications"
      width="narrow"
      lead={`What happens in your shop, by email to ${user.email} and on your devices.`}
    >
      <Link
        to="/settings"
        className="mb-6 -ml-2 inline-flex min-h-10 items-center gap-2 rounded-lg px-2 font-medium text-muted hover:text-brand"
      >
        <ArrowLeft aria-hidden className="size-4.5" />
        Settings
      </Link>
      {data !== undefined ? (
        <div className="grid gap-6">
          <NoticeSettingsForm settings={data} isSaved={data.isSaved} />
          <PushSection />
        </div>
      ) : error === null ? (
        <Skeleton label="Loading the notifications" blocks={['h-96']} />
      ) : (
        <ErrorState error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
      )}
    </Page>
  )
}
