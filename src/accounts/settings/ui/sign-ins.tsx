import { useQueryClient } from '@tanstack/react-query'
import { Link2, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { toast } from 'sonner'
import { rich } from '#foundation/language/rich.ts'
import { t } from '#foundation/language/t.ts'
import { profileMessages } from '#accounts/identity/messages.ts'
import { securityContract, type SignIn } from '#accounts/identity/security-contract.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { ConfirmDialog } from '#web/kit/dialog/confirm-dialog.tsx'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { useWrite } from '#web/kit/form/use-write.ts'
import { IconButton } from '#web/kit/layout/button.tsx'
import { Day } from '#web/kit/layout/when.tsx'
import { signInWaysQuery } from './queries.ts'

export function SignIns({ signIns }: { readonly signIns: readonly SignIn[] }) {
  const queries = useQueryClient()
  const [removing, setRemoving] = useState<SignIn | null>(null)
  const { mutate, isPending } = useWrite({
    mutationFn: (id: string) => call(securityContract.removeSignIn, { params: { id } }),
    onSuccess: async ({ name }) => {
      await queries.invalidateQueries(signInWaysQuery)
      setRemoving(null)
      toast.success(t('{name} has been disconnected', { name }))
    },
    onError: (error) => toast.error(errorMessage(error, profileMessages.failed())),
  })
  if (signIns.length === 0) return <p className="text-muted">{t('No sign-in is connected.')}</p>
  return (
    <>
      <ul aria-label={t('Connected sign-ins')} className="divide-y divide-line">
        {signIns.map((signIn) => (
          <li key={signIn.id} className="flex items-center gap-3 py-3 first:pt-0">
            <Link2 aria-hidden className="size-5 shrink-0 text-brand" />
            <div className="min-w-0 flex-1">
              <p className="font-medium break-words">{signIn.name}</p>
              <p className="text-sm text-muted">
                {rich('Connected {day}', { day: <Day at={signIn.connectedAt} /> })}
              </p>
            </div>
            <IconButton
              label={t('Disconnect {name}', { name: signIn.name })}
              onClick={() => setRemoving(signIn)}
            >
              <Trash2 aria-hidden className="size-4.5" />
            </IconButton>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        isOpen={removing !== null}
        title={t('Disconnect {name}?', { name: removing?.name ?? '' })}
        question={t('You will no longer be able to sign in with it. You can connect it again at any time.')}
        confirmLabel={t('Disconnect')}
        isDangerous
        isBusy={isPending}
        onCancel={() => setRemoving(null)}
        onConfirm={() => {
          if (removing !== null) mutate(removing.id)
        }}
      />
    </>
  )
}
