import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useRef, useState } from 'react'
import { toast } from 'sonner'
import { t } from '#foundation/language/t.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { ApiError } from '#foundation/http/contract/client.ts'
import { DialogActions } from '#web/kit/dialog/dialog-actions.tsx'
import { Dialog } from '#web/kit/dialog/dialog.tsx'
import { TypingDialog } from '#web/kit/dialog/editor-dialog.tsx'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { Textarea, TextInput } from '#web/kit/form/text-input.tsx'
import { useFocusFirstError } from '#web/kit/form/use-focus-first-error.ts'
import { useWrite } from '#web/kit/form/use-write.ts'
import { mergedSet } from '#web/kit/list/merged-set.ts'
import { SearchBox } from '#web/kit/list/search-box.tsx'
import { type CustomerDetail, customersContract, type OtherCustomer } from '../contract.ts'
import { customerChoicesQuery } from './queries.ts'
import { nameOf } from './value-text.ts'

type Props = {
  readonly title: string
  readonly description: string
  readonly label: string
  readonly hint?: string
  readonly initial: string
  readonly kind: 'email' | 'line' | 'text'
  readonly isRequired: boolean
  readonly saveLabel: string
  readonly done: string
  /** The problem with a text, if any. */
  readonly check: (text: string) => string | undefined
  readonly onSave: (text: string) => Promise<CustomerDetail>
  readonly onClose: () => void
}

/** A dialog with one field. The typed text stays if saving fails. */
export function OneTextDialog({ title, description, onClose, onSave, ...props }: Props) {
  const { label, hint, initial, kind, isRequired, saveLabel, done, check } = props
  const queryClient = useQueryClient()
  const [text, setText] = useState(initial)
  const [problem, setProblem] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  const focusProblem = useFocusFirstError(form)
  const { mutate, isPending } = useWrite({
    mutationFn: () => onSave(text),
    onSuccess: async () => {
      toast.success(done)
      onClose()
      await queryClient.invalidateQueries({ queryKey: ['customers'] })
    },
    onError: (error) => {
      const [refused] = error instanceof ApiError ? Object.values(error.errors) : []
      setProblem(refused)
      focusProblem()
      if (refused === undefined) toast.error(errorMessage(error, t('The server did not respond. Try again.')))
    },
  })
  function submit(event: SubmitEvent): void {
    event.preventDefault()
    const found = check(text)
    setProblem(found)
    if (found === undefined) mutate()
    else focusProblem()
  }
  const field = {
    label,
    hint,
    required: isRequired,
    value: text,
    error: problem,
    onChange: (event: { readonly target: { readonly value: string } }) => setText(event.target.value),
  }
  return (
    <TypingDialog
      isOpen
      hasTyped={text !== initial}
      onClose={onClose}
      title={title}
      description={description}
    >
      <form ref={form} noValidate aria-label={title} className="grid gap-5" onSubmit={submit}>
        {kind === 'text' ? (
          <Textarea {...field} />
        ) : (
          <TextInput {...field} type={kind === 'email' ? 'email' : 'text'} autoComplete="off" />
        )}
        <DialogActions label={saveLabel} isBusy={isPending} onCancel={onClose} />
      </form>
    </TypingDialog>
  )
}

const { getCustomer, tagCustomer } = customersContract

type TagsDialogProps = { readonly customer: CustomerDetail; readonly onClose: () => void }

/** A customer's tags on one line. Changes that a colleague has made since then are kept. */
export function TagsDialog({ customer, onClose }: TagsDialogProps) {
  const params = { id: customer.id }
  const [opened] = useState(customer.tags)

  async function save(written: readonly string[]): Promise<CustomerDetail> {
    const current = (await call(getCustomer, { params })).tags
    return call(tagCustomer, { params, body: { tags: mergedSet(opened, written, current) } })
  }

  return (
    <OneTextDialog
      title={t('Edit tags')}
      description={t('Group your customers. Only your team sees tags.')}
      label={t('Tags')}
      hint={t('Separated by commas')}
      kind="line"
      isRequired={false}
      initial={opened.join(', ')}
      saveLabel={t('Save tags')}
      done={t('Tags saved')}
      check={(text) => problemOf(tagCustomer.body.safeParse({ tags: tagsIn(text) }))}
      onSave={(text) => save(tagsIn(text))}
      onClose={onClose}
    />
  )
}

function tagsIn(text: string): string[] {
  return text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')
}

/** The first error in the input, if there is one. */
export function problemOf(parsed: {
  readonly error?: { readonly issues: readonly { readonly message: string }[] }
}): string | undefined {
  return parsed.error?.issues[0]?.message
}

type MergeDialogProps = { readonly customer: CustomerDetail; readonly onClose: () => void }

/** Merges another customer into this one. Lists likely duplicates and searches for any other. */
export function MergeDialog({ customer, onClose }: MergeDialogProps) {
  const [q, setQ] = useState('')
  const [marked, setMarked] = useState<string | null>(null)
  const [isMissing, setIsMissing] = useState(false)
  const { data } = useQuery(customerChoicesQuery(q))
  const found: readonly OtherCustomer[] = q === '' ? customer.twins : (data?.data ?? [])
  const choices = found.filter(({ id }) => id !== customer.id)
  // Only a visible customer can be merged.
  const chosen = choices.find(({ id }) => id === marked)?.id ?? null
  const { mutate, isPending } = useMerge(customer, onClose)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('Merge customers')}
      description={`Their purchases, tags and notes are shown with ${nameOf(customer)}. Emails keep going to the same addresses. You can undo this for 30 days.`}
    >
      <form
        noValidate
        aria-label={t('Merge customers')}
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          setIsMissing(chosen === null)
          if (chosen !== null) mutate(chosen)
        }}
      >
        <div className="[&>search]:max-w-none">
          <SearchBox
            label={t('Search name or email')}
            value={q}
            found={data?.data.length}
            onSearch={(text) => setQ(text.trim())}
          />
        </div>
        <fieldset className="grid gap-2">
          <legend className="mb-2 font-medium">{q === '' ? t('Possible duplicates') : t('Results')}</legend>
          {choices.length === 0 && (
            <p className="text-muted">
              {q === '' ? t('No likely duplicates. Search above.') : t('No customer found')}
            </p>
          )}
          {choices.map((choice) => (
            <label
              key={choice.id}
              htmlFor={`other-${choice.id}`}
              className="flex min-h-11 cursor-pointer items-center gap-3 rounded-xl border border-line px-4 py-2 has-checked:border-brand has-checked:bg-brand-soft"
            >
              <input
                type="radio"
                id={`other-${choice.id}`}
                aria-label={`${nameOf(choice)}, ${choice.email}`}
                name="other"
                value={choice.id}
                checked={chosen === choice.id}
                onChange={() => setMarked(choice.id)}
                className="size-4 shrink-0 accent-current"
              />
              <span className="min-w-0">
                <span className="block wrap-anywhere">{nameOf(choice)}</span>
                <span translate="no" className="block text-sm wrap-anywhere text-muted">
                  {choice.email}
                </span>
              </span>
            </label>
          ))}
        </fieldset>
        {isMissing && chosen === null && (
          <p role="alert" className="text-sm font-medium text-danger">
            {t('Choose a customer')}
          </p>
        )}
        <DialogActions label={t('Merge')} isBusy={isPending} onCancel={onClose} />
      </form>
    </Dialog>
  )
}

function useMerge({ id }: CustomerDetail, onClose: () => void) {
  const queryClient = useQueryClient()
  return useWrite({
    mutationFn: (other: string) =>
      call(customersContract.mergeCustomer, { params: { id }, body: { customer: other } }),
    onSuccess: async () => {
      toast.success(t('Customers merged'))
      onClose()
      await queryClient.invalidateQueries({ queryKey: ['customers'] })
    },
    onError: (error) => toast.error(errorMessage(error, t('The server did not respond. Try again.'))),
  })
}
