import { queryOptions } from '@tanstack/react-query'
import { call } from '#accounts/identity/ui/session.ts'
import { invitationsContract } from '../contract.ts'

export const partnerInvitationsQuery = queryOptions({
  queryKey: ['partner-invitations'],
  queryFn: ({ signal }) =>
    call(invitationsContract.listPartnerInvitations, { query: { limit: 100 }, signal }),
})
