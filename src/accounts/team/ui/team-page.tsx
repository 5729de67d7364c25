import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { toast } from 'sonner'
import { rightsQuery, useMay } from '#accounts/roles/ui/queries.ts'
import { ApiError } from '#foundation/http/contract/client.ts'
import { NotLoaded } from '#web/kit/feedback/not-loaded.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { Page } from '#web/kit/layout/page.tsx'
import { Day } from '#web/kit/layout/when.tsx'
import { call } from '#accounts/identity/ui/session.ts'
import { Button } from '#web/kit/layout/button.tsx'
import { ConfirmDialog } from '#web/kit/dialog/confirm-dialog.tsx'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { useWrite } from '#web/kit/form/use-write.ts'
import { type Team, teamContract } from '#accounts/team/contract.ts'
import { teamMessages } from '#accounts/team/messages.ts'
import { Select } from '#web/kit/form/select.tsx'
import { Members } from './members.tsx'
import { OpenInvitations, InviteMember } from './invitations.tsx'
import { teamQuery } from './queries.ts'

/** Who works in the shop, and what they may do. */
export function TeamPage() {
  const query = useQuery({ ...teamQuery, retry: false })
  const { data, error } = query
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
      ) : isClosed ? (
        <Notice tone="info">Your role does not show you who else is in the team.</Notice>
      ) : (
        <NotLoaded query={query} label="Loading the team" blocks={['h-72']} />
      )}
      {rights.data?.isOwner === false && <LeaveTeam />}
    </Page>
  )
}

/** Leaves somebody else's shop for one of one's own. */
function LeaveTeam() {
  const [isAsking, setIsAsking] = useState(false)
  const { mutate, isPending } = useWrite({
    mutationFn: () => call(teamContract.leaveTeam, {}),
    // A page load of its own: nothing of the shop that was left stays in memory.
    onSuccess: () => window.location.assign('/billing'),
    onError: (error) => {
      setIsAsking(false)
      toast.error(errorMessage(error, teamMessages.leaveFailed))
    },
  })
  return (
    <section aria-labelledby="leave" className="panel mt-8 flex flex-wrap items-center gap-4 p-6">
      <div className="min-w-0 flex-1 basis-56">
        <h2 id="leave" className="text-xl font-semibold">
          Leave the team
        </h2>
        <p className="mt-1 text-muted">You get a shop of your own, with nothing in it.</p>
      </div>
      <Button variant="secondary" onClick={() => setIsAsking(true)}>
        Leave the team
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title="Leave the team?"
        question="You lose access to the shop at once. Only a new invitation brings you back."
        confirmLabel="Leave"
        isDangerous
        isBusy={isPending}
        onConfirm={() => mutate()}
        onCancel={() => setIsAsking(false)}
      />
    </section>
  )
}

/** Hands the shop to another member; nothing while the owner is alone. */
function TransferOwnership({ team }: { readonly team: Team }) {
  const queryClient = useQueryClient()
  const others = team.members.filter(({ isOwner }) => !isOwner)
  const [heir, setHeir] = useState('')
  const [roleId, setRoleId] = useState(team.roles[0]?.id ?? '')
  const [isAsking, setIsAsking] = useState(false)
  const chosen = others.find(({ id }) => id === heir) ?? others[0]
  const { mutate, isPending } = useWrite({
    mutationFn: (userId: string) => call(teamContract.transferOwnership, { body: { userId, roleId } }),
    onSuccess: () => toast.success(teamMessages.transferred),
    onError: (error) => toast.error(errorMessage(error, teamMessages.transferFailed)),
    onSettled: async () => {
      setIsAsking(false)
      await queryClient.invalidateQueries({ queryKey: rightsQuery.queryKey })
      await queryClient.invalidateQueries({ queryKey: teamQuery.queryKey })
    },
  })
  if (chosen === undefined) return null
  function submit(event: SubmitEvent): void {
    event.preventDefault()
    setIsAsking(true)
  }
  return (
    <section aria-labelledby="transfer" className="panel grid gap-5 p-6">
      <div>
        <h2 id="transfer" className="text-xl font-semibold">
          Hand the shop over
        </h2>
        <p className="mt-1 text-muted">
          The new owner may do everything, billing included. You stay in the team with a role.
        </p>
      </div>
      <form noValidate onSubmit={submit} className="grid items-end gap-4 sm:grid-cols-[1fr_1fr_auto]">
        <Select
          label="New owner"
          value={chosen.id}
          options={others.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(event) => setHeir(event.target.value)}
        />
        <Select
          label="Your role afterwards"
          value={roleId}
          options={team.roles.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(event) => setRoleId(event.target.value)}
        />
        <Button type="submit" variant="secondary">
          Hand over
        </Button>
      </form>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Make ${chosen.name} the owner?`}
        question="For seven days you can take it back, by a link that we send you. After that, only the new owner can give it back."
        confirmLabel="Hand over"
        isDangerous
        isBusy={isPending}
        onConfirm={() => mutate(chosen.id)}
        onCancel={() => setIsAsking(false)}
      />
    </section>
  )
}
