import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { toast } from 'sonner'
import { t } from '#foundation/language/t.ts'
import { call } from '#accounts/identity/ui/session.ts'
import { useMayCall } from '#accounts/roles/ui/use-may-call.ts'
import { Button, buttonClass } from '#web/kit/layout/button.tsx'
import { Page } from '#web/kit/layout/page.tsx'
import { WrongFields } from '#web/kit/feedback/error-message.ts'
import { type Form, type FormCreate, formsContract, isWhole } from '#selling/forms/contract.ts'
import { formQuery, formsKey, versionQuery } from '#selling/forms/ui/queries.ts'
import type { FormVersionDetail } from '#selling/forms/versions/contract.ts'
import { NotLoaded } from '#web/kit/feedback/not-loaded.tsx'
import { Notice } from '#web/kit/feedback/notice.tsx'
import { DialogEnd } from '#web/kit/dialog/dialog-actions.tsx'
import { Dialog } from '#web/kit/dialog/dialog.tsx'
import { formMessages } from '../messages.ts'
import { type Conflict, findConflicts, withTheirs, conflictWords } from './conflicts/conflicts.ts'
import { FormEditor } from './editor/form-editor.tsx'
import { changesOf, type FormValues, valuesOf } from './editor/form-values.ts'
import { LoadedForm } from './editor/loaded-form.tsx'
import { valuesOfVersion } from './history/form-of-version.ts'
import { hasLists, mergedLists } from './draft/merge-lists.ts'
import { mergedTexts } from './draft/merge-texts.ts'
import { PauseButton, PausedNote } from './pausing/pausing.tsx'
import { paymentLink } from './sharing/links.ts'
import { mergedPrices, formWith, rejectedOf } from './prices/merge-prices.ts'

/** The fields changed both here and elsewhere, for which the seller must choose a value. */
type Question = {
  readonly conflicts: readonly Conflict[]
  readonly currency: string
  readonly answered: (answer: ConflictAnswer) => void
}

export function EditFormPage() {
  const mayUpdate = useMayCall()(formsContract.updateForm)
  return (
    <LoadedForm title={t('Edit form')}>
      {/* Members who are not allowed to edit see the form's page instead. */}
      {(form) =>
        mayUpdate ? <EditedForm key={form.id} form={form} /> : <Navigate to={`/forms/${form.id}`} replace />
      }
    </LoadedForm>
  )
}

/** Begins with the values of the version in the URL, if there is one. */
function EditedForm({ form }: { readonly form: Form }) {
  const [search] = useSearchParams()
  const number = Number(search.get('version') ?? 0)
  const query = useQuery({ ...versionQuery(form.id, number), enabled: number > 0 })
  if (!(number > 0)) return <EditForm form={form} version={undefined} />
  if (query.data !== undefined) return <EditForm form={form} version={query.data} />
  return (
    <Page title={t('Edit form')}>
      <NotLoaded query={query} blocks={['h-72', 'h-48']} listPath={`/forms/${form.id}`} />
    </Page>
  )
}

type Edited = { readonly form: Form; readonly version: FormVersionDetail | undefined }

function EditForm({ form, version }: Edited) {
  const queryClient = useQueryClient()
  // The form as loaded or last saved here, for comparing changes. It stays the same even if the form is loaded again.
  const [stored, setStored] = useState(() => valuesOf(form))
  // Once saved, the editor shows the form as stored, even after a reload.
  const [isFromVersion, setIsFromVersion] = useState(version !== undefined)
  const [begun] = useState(() => version && valuesOfVersion(form.id, stored, version))

  const [question, setQuestion] = useState<Question | null>(null)

  /** The typed values, merged with the current stored form. */
  async function settled(typed: FormCreate, current: FormValues): Promise<FormCreate> {
    const conflicts = findConflicts(stored, typed, current)
    if (conflicts.length === 0) return typed
    const answer = await new Promise<ConflictAnswer>((answered) => {
      setQuestion({ conflicts, currency: typed.currency, answered })
    })
    setQuestion(null)
    if (answer === null) throw new WrongFields({ conflicts: formMessages.notSaved() })
    return answer === 'mine' ? typed : withTheirs(stored, typed, current, conflicts)
  }

  async function save(typed: FormCreate): Promise<FormValues> {
    const id = form.id
    const present = valuesOf(await call(formsContract.getForm, { params: { id } }))
    const edited = await settled(typed, present)
    const prices = await mergedPrices(stored, edited, async () => present)
    const changed = changesOf(stored, prices === null ? edited : formWith(prices, edited))
    const merged = hasLists(changed) ? mergedLists(stored, changed, present) : null
    const texts = changed.texts && mergedTexts(stored.texts ?? {}, changed.texts, present.texts ?? {})
    const body = { ...changed, ...merged?.lists, ...(texts && { texts }) }
    const saved = await call(formsContract.updateForm, { params: { id }, body }).catch((error: unknown) => {
      throw rejectedOf([prices, merged], error)
    })
    toast.success(formMessages.updated())
    if (isFromVersion) {
      setIsFromVersion(false)
      window.history.replaceState(window.history.state, '', window.location.pathname)
    }
    if (isWhole(saved)) queryClient.setQueryData(formQuery(form.id).queryKey, saved)
    await queryClient.invalidateQueries({ queryKey: [...formsKey, 'list'], refetchType: 'none' })
    const next = isWhole(saved) ? valuesOf(saved) : stored
    setStored(next)
    return next
  }

  return (
    <Page
      width="widest"
      title={t('Edit form')}
      name={t('Edit {title}', { title: form.title })}
      lead={form.title}
      actions={
        <>
          <PauseButton form={form} />
          <a
            href={paymentLink(form.id)}
            target="_blank"
            rel="noreferrer"
            className={buttonClass('secondary')}
          >
            <ExternalLink aria-hidden className="size-5" />
            {t('Open page')}
          </a>
        </>
      }
    >
      {form.isPaused && (
        <div className="mb-6">
          <PausedNote />
        </div>
      )}
      {version !== undefined && isFromVersion && (
        <div className="mb-6">
          <Notice tone="info">
            {t('You are editing from version {number}. Nothing changes for buyers until you save.', {
              number: String(version.number),
            })}
            {version.gone.length > 0 &&
              ` ${t('What has been deleted since then, such as an order bump, was left out.')}`}
          </Notice>
        </div>
      )}
      <FormEditor
        draft={form.id}
        initial={stored}
        typed={begun}
        stored={form}
        submitLabel={t('Save changes')}
        failure={formMessages.updateFailed()}
        keepsStoredFiles
        onSave={save}
      />
      {question !== null && (
        <ConflictDialog
          conflicts={question.conflicts}
          currency={question.currency}
          onAnswer={question.answered}
        />
      )}
    </Page>
  )
}

/** The values to save, or null to keep editing. */
type ConflictAnswer = 'mine' | 'theirs' | null

type Props = {
  readonly conflicts: readonly Conflict[]
  readonly currency: string
  readonly onAnswer: (answer: ConflictAnswer) => void
}

/** Asks which values to keep if two people have changed the same fields. */
function ConflictDialog({ conflicts, currency, onAnswer }: Props) {
  return (
    <Dialog
      isAlert
      isOpen
      onClose={() => onAnswer(null)}
      title={
        conflicts.length === 1 ? t('This was also changed elsewhere') : t('These were also changed elsewhere')
      }
      description={t(
        'Someone else, or you in another tab, saved this form while you were editing. All other changes are kept.',
      )}
    >
      <ul className="grid gap-5 pb-4">
        {conflicts.map((conflict) => {
          const { label, theirs, mine } = conflictWords(conflict, currency)
          return (
            <li key={conflict.name} className="grid gap-2">
              <h3 className="font-medium">{label}</h3>
              <dl className="grid gap-2 text-sm">
                <Value name={t('Theirs')} text={theirs} />
                <Value name={t('Mine')} text={mine} />
              </dl>
            </li>
          )
        })}
      </ul>
      <DialogEnd>
        <Button variant="ghost" onClick={() => onAnswer(null)}>
          {t('Keep editing')}
        </Button>
        <Button variant="secondary" onClick={() => onAnswer('theirs')}>
          {t('Take theirs')}
        </Button>
        <Button onClick={() => onAnswer('mine')}>{t('Keep mine')}</Button>
      </DialogEnd>
    </Dialog>
  )
}

function Value({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <div className="rounded-xl bg-sunken px-4 py-2.5">
      <dt className="text-muted">{name}</dt>
      <dd className="wrap-anywhere whitespace-pre-line">{text}</dd>
    </div>
  )
}
