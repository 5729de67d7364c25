import { FileCheck2 } from 'lucide-react'
import { call } from '#accounts/identity/ui/session.ts'
import { Button } from '#web/kit/layout/button.tsx'
import { useDownload } from '#web/kit/browser/download.ts'
import { disputeEvidenceContract } from '../contract.ts'

type Props = { readonly sale: { readonly id: string; readonly invoicePath: string | null } }

/** Downloads all that proves a sale; what was never paid has none. */
export function EvidenceDownload({ sale }: Props) {
  const { mutate, isPending } = useDownload(() =>
    call(disputeEvidenceContract.getProofLink, { params: { id: sale.id } }),
  )
  if (sale.invoicePath === null) return null
  return (
    <Button variant="secondary" isBusy={isPending} onClick={() => mutate()}>
      <FileCheck2 aria-hidden className="size-4.5" />
      Proof
    </Button>
  )
}
