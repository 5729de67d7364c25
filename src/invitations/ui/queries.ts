import { queryOptions } from '@tanstack/react-query'
import { invitationsContract } from '#invitations/contract.ts'
import { call } from '#shell/session.ts'

/** The Partner invitations that wait for their answer. */
export const partnerInvitationsQuery = queryOptions({
  queryKey: ['partner-invitations'],
  queryFn: ({ signal }) =>
    call(invitationsContract.listPartnerInvitations, { query: { limit: 100 }, signal }),
})
