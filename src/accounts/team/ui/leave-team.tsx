import { useState } from 'react'
import { toast } from 'sonner'
import { call } from '#accounts/identity/ui/session.ts'
import { Button } from '#web/kit/layout/button.tsx'
import { ConfirmDialog } from '#web/kit/dialog/confirm-dialog.tsx'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { useWrite } from '#web/kit/form/use-write.ts'
import { teamContract } from '../contract.ts'
import { teamMessages } from '../messages.ts'

/** Leaves somebody else's shop for one of one's own. */
export function LeaveTeam() {
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
