import { useEffect, useEffectEvent, useState } from 'react'
import type { z } from 'zod'
import { Button } from '#web/kit/layout/button.tsx'
import { DialogEnd } from '#web/kit/dialog/dialog-actions.tsx'
import { Dialog } from '#web/kit/dialog/dialog.tsx'
import { identityContract } from '../../contract.ts'
import { securityContract } from '../../security-contract.ts'
import { OtherProofs } from './other-proofs.tsx'
import { ProofDialog } from './proof-dialog.tsx'
import { call } from '../session.ts'

type Ways = z.output<(typeof securityContract)['readSignInWays']['ok']['schema']>
type Props = { readonly onAnswer: (isProved: boolean) => void }

const title = 'Confirm that it is you'
const description = 'What you are about to do lasts. We will not ask again for ten minutes.'

/** By the password, or by what else signs the person in. */
export function ProofQuestion({ onAnswer }: Props) {
  const [ways, setWays] = useState<Ways>()
  const fail = useEffectEvent(() => onAnswer(false))
  useEffect(() => {
    call(securityContract.readSignInWays, {}).then(setWays, () => fail())
  }, [])

  if (ways === undefined) return null
  const others = <OtherProofs ways={ways} onProved={() => onAnswer(true)} />
  if (ways.hasPassword) {
    return (
      <ProofDialog
        title={title}
        description={description}
        hasPassword
        confirmLabel="Confirm"
        onClose={() => onAnswer(false)}
        onProved={async (body) => {
          await call(identityContract.prove, { body })
          onAnswer(true)
        }}
      >
        {others}
      </ProofDialog>
    )
  }
  return (
    <Dialog isOpen title={title} description={description} onClose={() => onAnswer(false)}>
      <div className="grid gap-5">
        {others}
        <DialogEnd>
          <Button variant="secondary" onClick={() => onAnswer(false)}>
            Cancel
          </Button>
        </DialogEnd>
      </div>
    </Dialog>
  )
}
