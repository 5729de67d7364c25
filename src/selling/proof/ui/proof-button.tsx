import { FileCheck2 } from 'lucide-react'
import { toast } from 'sonner'
import { call } from '#accounts/identity/ui/session.ts'
import { Button } from '#web/kit/button.tsx'
import { errorMessage } from '#web/kit/error-message.ts'
import { useWrite } from '#web/kit/use-write.ts'
import type { SaleDetail } from '../../sales/contract.ts'
import { download } from '../../sales/ui/export-dialog.tsx'
import { proofContract } from '../contract.ts'

/** Downloads all that proves a sale; what was never paid has none. */
export function ProofButton({ sale }: { readonly sale: Pick<SaleDetail, 'id' | 'invoicePath'> }) {
  const { mutate, isPending } = useWrite({
    mutationFn: () => call(proofContract.getProofLink, { params: { id: sale.id } }),
    onSuccess: ({ path }) => {
      download(path)
      toast.success('The download has started')
    },
    onError: (error) => toast.error(errorMessage(error, 'The server did not respond. Try again.')),
  })
  if (sale.invoicePath === null) return null
  return (
    <Button variant="secondary" isBusy={isPending} onClick={() => mutate()}>
      <FileCheck2 aria-hidden className="size-4.5" />
      Proof
    </Button>
  )
}
