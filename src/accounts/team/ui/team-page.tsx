import { useQuery } from '@tanstack/react-query'
import { rightsQuery, useMay } from '#accounts/roles/ui/queries.ts'
import { ApiError } from '#foundation/http/contract/client.ts'
import { ErrorState } from '#web/kit/feedback/error-state.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { Page } from '#web/kit/layout/page.tsx'
import { Skeleton } from '#web/kit/feedback/skeleton.tsx'
import { Day } from '#web/kit/layout/when.tsx'
import { InviteMember } from './invite-member.tsx'
import { LeaveTeam } from './leave-team.tsx'
import { Members } from './members.tsx'
import { OpenInvitations } from './open-invitations.tsx'
import { teamQuery } from './queries.ts'
import { TransferOwnership } from './transfer-ownership.tsx'

/** Who works in the shop, and what they may do. */
export function TeamPage() {
  const { data, error, isPending, isFetching, refetch } = useQuery({ ...teamQuery, retry: false })
  const rights = useQuery(rightsQuery)
  const may = useMay()
  const isOwner = rights.data?.isOwner ?? false
  const isClosed = error instanceof ApiError && error.status === 403
  return (
    <Page
      title="Team"
      width="narrow"
      lead={
        data === undefined
          ? 'Who works in your shop.'
          : `Who works in ${data.sellerName}, and what they may do.`
      }
      actions={
        data !== undefined && may?.('team', 'write') === true ? (
          <InviteMember roles={data.roles} />
        ) : undefined
      }
    >
      {data !== undefined ? (
        <div className="grid gap-8">
          {data.heldUntil !== null && (
            <Notice tone="info">
              This shop was handed over. Until <Day at={data.heldUntil} />, its former owner can take it back.
            </Notice>
          )}
          <Members team={data} may={may} />
          <OpenInvitations invitations={data.invitations} may={may} />
          {isOwner && <TransferOwnership team={data} />}
        </div>
      ) : isPending ? (
        <Skeleton label="Loading the team" blocks={['h-72']} />
      ) : isClosed ? (
        <Notice tone="info">Your role does not show you who else is in the team.</Notice>
      ) : (
        <ErrorState error={error} isRetrying={isFetching} onRetry={() => void refetch()} />
      )}
      {rights.data?.isOwner === false && <LeaveTeam />}
    </Page>
  )
}
