import { queryOptions } from '@tanstack/react-query'
import { call } from '#accounts/identity/ui/session.ts'
import { noticeSettingsContract } from '../settings-contract.ts'

export const noticeSettingsQuery = queryOptions({
  queryKey: ['notices', 'settings'],
  queryFn: ({ signal }) => call(noticeSettingsContract.readNoticeSettings, { signal }),
})
