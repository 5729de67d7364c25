import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { toast } from 'sonner'
import { rich } from '#foundation/language/rich.ts'
import { t } from '#foundation/language/t.ts'
import { rightsQuery, useMay } from '#accounts/roles/ui/queries.ts'
import { ApiError } from '#foundation/http/contract/client.ts'
import { NotLoaded } from '#web/kit/feedback/not-loaded.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { SettingsPage } from '#web/kit/layout/settings-page.tsx'
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

/** The people in the shop and their rights. */
export function TeamPage() {
  const query = useQuery({ ...teamQuery, retry: false })
  const { data, error } = query
  const rights = useQuery(rightsQuery)
  const may = useMay()
  const isOwner = rights.data?.isOwner ?? false
  const isClosed = error instanceof ApiError && error.status === 403
  return (
    <SettingsPage
      title={t('Team')}
      lead={
        data === undefined
          ? t('The people in your shop.')
          : t('The people in {sellerName} and what they can do.', { sellerName: data.sellerName })
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
              {rich(
                'The ownership of this shop was transferred. Its former owner can take it back until {day}.',
                { day: <Day at={data.heldUntil} /> },
              )}
            </Notice>
          )}
          <Members team={data} may={may} />
          <OpenInvitations invitations={data.invitations} may={may} />
          {isOwner && <TransferOwnership team={data} />}
        </div>
      ) : isClosed ? (
        <Notice tone="info">{t('Your role cannot see other team members.')}</Notice>
      ) : (
        <NotLoaded query={query} label={t('Loading the team')} blocks={['h-72']} />
      )}
      {rights.data?.isOwner === false && <LeaveTeam />}
    </SettingsPage>
  )
}

/** Lets a member leave another owner's shop and get a new one of their own. */
function LeaveTeam() {
  const [isAsking, setIsAsking] = useState(false)
  const { mutate, isPending } = useWrite({
    mutationFn: () => call(teamContract.leaveTeam, {}),
    // A full page load, so that no data of the previous shop stays in memory.
    onSuccess: () => window.location.assign('/billing'),
    onError: (error) => {
      setIsAsking(false)
      toast.error(errorMessage(error, teamMessages.leaveFailed()))
    },
  })
  return (
    <section aria-labelledby="leave" className="panel flex flex-wrap items-center gap-4 p-6">
      <div className="min-w-0 flex-1 basis-56">
        <h2 id="leave" className="text-xl font-semibold">
          {t('Leave the team')}
        </h2>
        <p className="mt-1 text-muted">{t('You will start with an empty shop of your own.')}</p>
      </div>
      <Button variant="secondary" onClick={() => setIsAsking(true)}>
        {t('Leave the team')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('Leave the team?')}
        question={t('You lose access right away and need a new invitation to come back.')}
        confirmLabel={t('Leave')}
        isDangerous
        isBusy={isPending}
        onConfirm={() => mutate()}
        onCancel={() => setIsAsking(false)}
      />
    </section>
  )
}

/** Transfers the shop to another member. Renders nothing while the owner is alone. */
function TransferOwnership({ team }: { readonly team: Team }) {
  const queryClient = useQueryClient()
  const others = team.members.filter(({ isOwner }) => !isOwner)
  const [newOwnerId, setNewOwnerId] = useState('')
  const [roleId, setRoleId] = useState(team.roles[0]?.id ?? '')
  const [isAsking, setIsAsking] = useState(false)
  const chosen = others.find(({ id }) => id === newOwnerId) ?? others[0]
  const { mutate, isPending } = useWrite({
    mutationFn: (userId: string) => call(teamContract.transferOwnership, { body: { userId, roleId } }),
    onSuccess: () => toast.success(teamMessages.transferred()),
    onError: (error) => toast.error(errorMessage(error, teamMessages.transferFailed())),
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
          {t('Transfer ownership')}
        </h2>
        <p className="mt-1 text-muted">
          {t(
            'The new owner can do everything, including billing. You stay on the team with the role you choose.',
          )}
        </p>
      </div>
      <form noValidate onSubmit={submit} className="grid items-end gap-4 sm:grid-cols-[1fr_1fr_auto]">
        <Select
          label={t('New owner')}
          value={chosen.id}
          options={others.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(event) => setNewOwnerId(event.target.value)}
        />
        <Select
          label={t('Your role afterwards')}
          value={roleId}
          options={team.roles.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(event) => setRoleId(event.target.value)}
        />
        <Button type="submit" variant="secondary">
          {t('Transfer')}
        </Button>
      </form>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('Make {name} the owner?', { name: chosen.name })}
        question={t(
          'We email you a link that lets you take it back within seven days. After that, only the new owner can transfer it back.',
        )}
        confirmLabel={t('Transfer')}
        isDangerous
        isBusy={isPending}
        onConfirm={() => mutate(chosen.id)}
        onCancel={() => setIsAsking(false)}
      />
    </section>
  )
}
