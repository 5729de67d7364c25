import { useQuery } from '@tanstack/react-query'
import { useUser } from '#accounts/identity/ui/session.ts'
import { SettingsSubpage } from '#accounts/settings/ui/settings-subpage.tsx'
import { NotificationSettingsForm } from './notification-settings-form.tsx'
import { PushSection } from './push-section.tsx'
import { notificationSettingsQuery } from './settings-query.ts'

/** How one hears of what happens in the shop. */
export function NotificationSettingsPage() {
  const user = useUser()
  const query = useQuery(notificationSettingsQuery)
  if (user === null) return null
  return (
    <SettingsSubpage
      title="Notifications"
      lead={`What happens in your shop, by email to ${user.email} and on your devices.`}
      query={query}
      loading={{ label: 'Loading the notifications', blocks: ['h-96'] }}
    >
      {(data) => (
        <div className="grid gap-6">
          <NotificationSettingsForm settings={data} />
          <PushSection />
        </div>
      )}
    </SettingsSubpage>
  )
}
