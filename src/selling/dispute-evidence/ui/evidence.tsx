import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FileCheck2 } from 'lucide-react'
import { useState } from 'react'
import { toast } from 'sonner'
import { type Message, msg, say, t } from '#foundation/language/t.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import {
  type Evidence,
  type EvidenceField,
  evidenceFields,
} from '#foundation/card-provider/evidence-fields.ts'
import { useDownload } from '#web/kit/browser/download.ts'
import { ConfirmDialog } from '#web/kit/dialog/confirm-dialog.tsx'
import { DialogEnd } from '#web/kit/dialog/dialog-actions.tsx'
import { TypingDialog } from '#web/kit/dialog/editor-dialog.tsx'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { NotLoaded } from '#web/kit/feedback/not-loaded.tsx'
import { Textarea, TextInput } from '#web/kit/form/text-input.tsx'
import { useWrite } from '#web/kit/form/use-write.ts'
import { Button } from '#web/kit/layout/button.tsx'
import { disputeEvidenceContract, longestEvidence } from '../contract.ts'

type Of = { readonly saleId: string; readonly disputeId: string }

const labels = {
  product_description: msg('Items bought'),
  customer_name: msg('Buyer’s name'),
  customer_email_address: msg('Buyer’s email'),
  billing_address: msg('Billing address'),
  service_date: msg('Purchase date'),
  access_activity_log: msg('Files and when they were opened'),
  refund_policy_disclosure: msg('Information and consents before payment'),
  uncategorized_text: msg('Additional information'),
} as const satisfies Record<EvidenceField, Message>

/** Single-line fields. */
const lines: ReadonlySet<EvidenceField> = new Set(['customer_name', 'customer_email_address', 'service_date'])

/** Opens the suggested evidence against a dispute, for members who may respond. */
export function EvidenceButton(of: Of) {
  const [isOpen, setIsOpen] = useState(false)
  const [hasTyped, setHasTyped] = useState(false)
  if (!useMayCall()(disputeEvidenceContract.sendEvidence)) return null
  const close = () => {
    setIsOpen(false)
    setHasTyped(false)
  }
  return (
    <>
      <Button className="justify-self-start" onClick={() => setIsOpen(true)}>
        {t('Respond to dispute')}
      </Button>
      <TypingDialog
        isOpen={isOpen}
        hasTyped={hasTyped}
        onClose={close}
        title={t('Respond to dispute')}
        description={t(
          'We filled this in from the sale. Review it, then save a draft or submit it to the bank. Add files in your Stripe Dashboard.',
        )}
      >
        <Suggested {...of} onTyped={() => setHasTyped(true)} onDone={close} />
      </TypingDialog>
    </>
  )
}

type Inner = Of & { readonly onTyped: () => void; readonly onDone: () => void }

function Suggested(props: Inner) {
  const { saleId, disputeId } = props
  const query = useQuery({
    queryKey: ['sales', 'evidence', disputeId],
    queryFn: ({ signal }) =>
      call(disputeEvidenceContract.suggestEvidence, { params: { id: saleId, disputeId }, signal }),
    // The sent text is exactly the text shown: it is loaded each time the dialog opens and does not change while it is
    // open.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const { data } = query
  if (data !== undefined) return <EvidenceForm {...props} suggested={data} />
  return <NotLoaded query={query} blocks={['h-24', 'h-24', 'h-24']} />
}

function EvidenceForm({
  saleId,
  disputeId,
  suggested,
  onTyped,
  onDone,
}: Inner & { readonly suggested: Evidence }) {
  const queryClient = useQueryClient()
  const [evidence, setEvidence] = useState(suggested)
  const [isAsking, setIsAsking] = useState(false)
  const { mutate, isPending } = useWrite({
    mutationFn: (submit: boolean) =>
      call(disputeEvidenceContract.sendEvidence, {
        params: { id: saleId, disputeId },
        body: { evidence, submit },
      }),
    onSuccess: async (_, submit) => {
      toast.success(submit ? t('Response submitted to the bank') : t('Saved as a draft at Stripe'))
      onDone()
      await queryClient.invalidateQueries({ queryKey: ['sales'] })
    },
    onError: (error) => {
      setIsAsking(false)
      toast.error(errorMessage(error, t('The server did not respond. Try again.')))
    },
  })
  return (
    <form
      noValidate
      aria-label={t('Evidence')}
      className="grid grid-cols-1 gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        setIsAsking(true)
      }}
    >
      {evidenceFields.map((field) => {
        const shown = {
          label: say(labels[field]),
          value: evidence[field],
          maxLength: longestEvidence,
          onChange: ({ target }: { readonly target: { readonly value: string } }) => {
            setEvidence({ ...evidence, [field]: target.value })
            onTyped()
          },
        }
        return lines.has(field) ? (
          <TextInput key={field} autoComplete="off" {...shown} />
        ) : (
          <Textarea key={field} {...shown} />
        )
      })}
      <DialogEnd>
        <Button variant="secondary" isBusy={isPending && !isAsking} onClick={() => mutate(false)}>
          {t('Save as draft')}
        </Button>
        <Button type="submit">{t('Submit response')}</Button>
      </DialogEnd>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('Submit response?')}
        question={t(
          'This submits your response and any files from your Stripe Dashboard to the bank. You can only submit once.',
        )}
        confirmLabel={t('Submit')}
        isBusy={isPending}
        onConfirm={() => mutate(true)}
        onCancel={() => setIsAsking(false)}
      />
    </form>
  )
}

type Props = { readonly sale: { readonly id: string; readonly paidAt: string | null } }

/** Downloads a sale's evidence. Unpaid purchases have none. */
export function EvidenceDownload({ sale }: Props) {
  const { mutate, isPending } = useDownload(() =>
    call(disputeEvidenceContract.getProofLink, { params: { id: sale.id } }),
  )
  if (sale.paidAt === null) return null
  return (
    <Button variant="secondary" isBusy={isPending} onClick={() => mutate()}>
      <FileCheck2 aria-hidden className="size-4.5" />
      {t('Evidence PDF')}
    </Button>
  )
}
