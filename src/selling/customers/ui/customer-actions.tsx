import { useQueryClient } from '@tanstack/react-query'
import { Download, Ellipsis, KeyRound, Mail, MailPlus, Merge, NotebookPen, Tags, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { toast } from 'sonner'
import { t } from '#foundation/language/t.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { salesContract } from '#selling/sales/contract.ts'
import { ApiError } from '#foundation/http/contract/client.ts'
import { Button, iconButtonClass } from '#web/kit/layout/button.tsx'
import { ConfirmDialog } from '#web/kit/dialog/confirm-dialog.tsx'
import { cutText } from '#foundation/text/cut-text.ts'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { Menu } from '#web/kit/dialog/menu.tsx'
import { saveFile } from '#web/kit/browser/download.ts'
import { useWrite } from '#web/kit/form/use-write.ts'
import { customersContract, type CustomerDetail } from '../contract.ts'
import { OneTextDialog, TagsDialog, problemOf, MergeDialog } from './customer-dialogs.tsx'
import { nameOf } from './value-text.ts'

type Action = 'email' | 'tags' | 'note' | 'merge' | 'erase'

/** Actions on a customer. Members who can only read see only the export. */
export function CustomerActions({ customer }: { readonly customer: CustomerDetail }) {
  const mayChange = useMayCall()(customersContract.tagCustomer)
  const [action, setAction] = useState<Action | null>(null)
  const exportData = useExport(customer)
  const sendLink = useSendLink(customer)
  const resend = useResend(customer)
  const close = () => setAction(null)
  const icon = 'size-4.5'
  return (
    <>
      {mayChange && (
        <Button variant="secondary" onClick={() => setAction('note')}>
          <NotebookPen aria-hidden className={icon} />
          {t('Add a note')}
        </Button>
      )}
      <Menu
        label={t('More actions')}
        trigger={
          <span className={iconButtonClass}>
            <Ellipsis aria-hidden className="size-5" />
          </span>
        }
        items={[
          ...(mayChange
            ? [
                {
                  label: t('Edit tags'),
                  icon: <Tags aria-hidden className={icon} />,
                  onSelect: () => setAction('tags'),
                },
                {
                  label: t('Edit email'),
                  icon: <MailPlus aria-hidden className={icon} />,
                  onSelect: () => setAction('email'),
                },
                {
                  label: t('Send access link'),
                  icon: <KeyRound aria-hidden className={icon} />,
                  onSelect: sendLink,
                },
                {
                  label: t('Merge customers'),
                  icon: <Merge aria-hidden className={icon} />,
                  onSelect: () => setAction('merge'),
                },
              ]
            : []),
          ...(resend === null
            ? []
            : [
                {
                  label: resend.label,
                  icon: <Mail aria-hidden className={icon} />,
                  onSelect: resend.send,
                },
              ]),
          {
            label: t('Export data'),
            icon: <Download aria-hidden className={icon} />,
            onSelect: exportData,
          },
          ...(mayChange
            ? [
                {
                  label: t('Erase'),
                  icon: <Trash2 aria-hidden className={icon} />,
                  onSelect: () => setAction('erase'),
                },
              ]
            : []),
        ]}
      />
      <ActionDialog customer={customer} action={action} onClose={close} />
    </>
  )
}

type DialogProps = {
  readonly customer: CustomerDetail
  readonly action: Action | null
  readonly onClose: () => void
}

function ActionDialog({ customer, action, onClose }: DialogProps) {
  const params = { id: customer.id }
  const { correctCustomerEmail, addCustomerNote } = customersContract
  switch (action) {
    case 'tags':
      return <TagsDialog customer={customer} onClose={onClose} />
    case 'email':
      return (
        <OneTextDialog
          title={t('Edit email')}
          description={t(
            'All future emails go to the new address. Existing sales and invoices do not change.',
          )}
          label={t('New email')}
          kind="email"
          isRequired
          initial={customer.email}
          saveLabel={t('Save email')}
          done={t('Email saved')}
          check={(email) => problemOf(correctCustomerEmail.body.safeParse({ email }))}
          onSave={(email) => call(correctCustomerEmail, { params, body: { email } })}
          onClose={onClose}
        />
      )
    case 'note':
      return (
        <OneTextDialog
          title={t('Add a note')}
          description={t('Only your team sees this. It is included if the customer requests their data.')}
          label={t('Note')}
          kind="text"
          isRequired
          initial=""
          saveLabel={t('Add note')}
          done={t('Note added')}
          check={(text) => problemOf(addCustomerNote.body.safeParse({ text }))}
          onSave={(text) => call(addCustomerNote, { params, body: { text } })}
          onClose={onClose}
        />
      )
    case 'merge':
      return <MergeDialog customer={customer} onClose={onClose} />
    case 'erase':
      return <EraseDialog customer={customer} onClose={onClose} />
    case null:
      return null
  }
}

function EraseDialog({ customer, onClose }: Omit<DialogProps, 'action'>) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { mutate, isPending } = useWrite({
    mutationFn: () => call(customersContract.eraseCustomer, { params: { id: customer.id } }),
    onSuccess: async () => {
      toast.success(t('Customer erased'))
      await navigate('/customers', { replace: true })
      queryClient.removeQueries({ queryKey: ['customers'] })
    },
    onError: (error) => {
      toast.error(errorMessage(error, t('The server did not respond. Try again.')))
      onClose()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      title={t('Erase customer')}
      question={t('Are you sure you want to erase {name}? This cannot be undone.', {
        name: nameOf(customer),
      })}
      note={t(
        'This deletes their name, address, tags, notes and email texts. Sales and invoices are kept by law.',
      )}
      confirmLabel={t('Erase')}
      isDangerous
      isBusy={isPending}
      onConfirm={() => mutate()}
      onCancel={onClose}
    />
  )
}

function useExport({ id }: CustomerDetail): () => void {
  const { mutate } = useWrite({
    mutationFn: () => call(customersContract.exportCustomer, { params: { id } }),
    onSuccess: (data) =>
      saveFile('customer.json', new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })),
    onError: (error) => toast.error(errorMessage(error, t('The server did not respond. Try again.'))),
  })
  return mutate
}

/** Emails the customer the link to their purchases. */
function useSendLink({ id }: CustomerDetail): () => void {
  const queryClient = useQueryClient()
  const { mutate } = useWrite({
    mutationFn: () => call(customersContract.sendAccessLink, { params: { id } }),
    onSuccess: ({ recipient }) => toast.success(t('The link is on its way to {recipient}', { recipient })),
    onError: (error) => toast.error(errorMessage(error, t('The server did not respond. Try again.'))),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['customers', 'one', id] }),
  })
  return mutate
}

/** Sends the customer's last receipt again. Null if there is none or the member is not allowed to. */
function useResend({ id, timeline }: CustomerDetail) {
  const queryClient = useQueryClient()
  const mayResend = useMayCall()(salesContract.resendReceipt)
  const bought = timeline.filter(({ kind }) => kind === 'purchase')
  const [last] = bought
  const saleId = last?.purchaseId ?? null
  // A retry after a lost response counts as the same request.
  const [key, setKey] = useState(() => crypto.randomUUID())
  const { mutate } = useWrite({
    mutationFn: () =>
      call(salesContract.resendReceipt, {
        params: { id: saleId ?? '' },
        headers: { 'idempotency-key': key },
      }),
    onSuccess: ({ recipient }) => {
      toast.success(
        t('The receipt of “{title}” is on its way to {recipient}', {
          title: cutText(last?.title ?? '', 50),
          recipient,
        }),
      )
      setKey(crypto.randomUUID())
    },
    onError: (failure) => {
      toast.error(
        errorMessage(failure, t('The server did not respond. Try again. The receipt is sent only once.')),
      )
      if (failure instanceof ApiError && failure.status < 500) setKey(crypto.randomUUID())
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['customers', 'one', id] }),
  })
  if (saleId === null || !mayResend) return null
  return { label: bought.length > 1 ? t('Resend last receipt') : t('Resend receipt'), send: mutate }
}
