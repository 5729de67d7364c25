import { useQueryClient } from '@tanstack/react-query'
import { useState, type SubmitEvent } from 'react'
import { toast } from 'sonner'
import { call } from '#accounts/identity/ui/session.ts'
import { rightsQuery } from '#accounts/roles/ui/queries.ts'
import { Button } from '#web/kit/layout/button.tsx'
import { ConfirmDialog } from '#web/kit/dialog/confirm-dialog.tsx'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { Select } from '#web/kit/form/select.tsx'
import { useWrite } from '#web/kit/form/use-write.ts'
import { teamContract, type Team } from '../contract.ts'
import { teamMessages } from '../messages.ts'
import { teamQuery } from './queries.ts'

/** Hands the shop to another member; nothing while the owner is alone. */
export function TransferOwnership({ team }: { readonly team: Team }) {
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
