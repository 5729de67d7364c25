import { queryOptions } from '@tanstack/react-query'
import { call } from '#accounts/identity/ui/session.ts'
import { notificationSettingsContract } from '../settings-contract.ts'

export const notificationSettingsQuery = queryOptions({
  queryKey: ['notices', 'settings'],
  queryFn: ({ signal }) => call(notificationSettingsContract.readNoticeSettings, { signal }),
})
