import { type RefObject, useRef } from 'react'
import { Link } from 'react-router'
import { t } from '#foundation/language/t.ts'
import { Button, buttonClass } from '#web/kit/layout/button.tsx'
import { unfold } from '#web/kit/layout/page-sections.ts'
import { SectionIndex } from '#web/kit/layout/section-index.tsx'
import { useFormFields } from '../editor/use-form-fields.ts'
import { CheckPanel } from './check-panel.tsx'
import { type Mend, focusField } from './finding.ts'
import { useEditorSections, useFindings } from './use-findings.ts'

/** Null for a new form. */
type CheckProps = { readonly formId: string | null }

/** The check of the edited form. Each finding has a button that fixes it or goes to its field. */
export function EditorCheck({ formId }: CheckProps) {
  const place = useRef<HTMLDivElement>(null)
  const { changeAll } = useFormFields()
  const { findings, isBegun } = useFindings(formId)
  const apply = (mend: Mend) => {
    changeAll(mend.changes)
    // The clicked button disappears with its finding.
    place.current?.querySelector('h2')?.focus()
  }
  if (!isBegun && findings.length === 0) return null
  return (
    <div ref={place}>
      <CheckPanel
        findings={findings}
        renderAction={({ field, mend, page }) => {
          if (page !== undefined) {
            return (
              <Link to={page.path} className={buttonClass('secondary')}>
                {page.label}
              </Link>
            )
          }
          return mend === null ? (
            <Button variant="secondary" onClick={() => focusField(field)}>
              {t('Go to field')}
            </Button>
          ) : (
            <Button variant="secondary" onClick={() => apply(mend)}>
              {mend.label}
            </Button>
          )
        }}
      />
    </div>
  )
}

type PlaceProps = CheckProps & { readonly editor: RefObject<HTMLFormElement | null> }

/** The number of findings, counted as in the sections, with a link to them. */
export function CheckLink({ formId, editor }: PlaceProps) {
  const { findings, isBegun } = useFindings(formId)
  const inSections = useEditorSections(editor, findings).reduce((sum, { count }) => sum + count, 0)
  // A finding without a visible field belongs to no section.
  const length = Math.max(findings.length, inSections)
  const lead = () => {
    // A field that shows an error but has no finding is not in the list.
    const marked = editor.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid="true"]')
    if (findings.length === 0 && marked) {
      unfold(marked)
      marked.focus({ preventScroll: true })
      marked.scrollIntoView({ block: 'center' })
      return
    }
    const heading = document.querySelector<HTMLElement>('#before-you-sell h2')
    heading?.focus({ preventScroll: true })
    heading?.scrollIntoView({ block: 'center' })
  }
  if (!isBegun && length === 0) return null
  return (
    <button
      type="button"
      onClick={lead}
      className="min-h-11 rounded-lg px-2 text-left text-sm font-medium text-muted hover:text-brand"
    >
      {length === 0 ? t('Ready to sell') : t('{length} to check', { length })}
    </button>
  )
}

/** The index of the editor's sections, with their findings. */
export function EditorIndex({ editor, formId }: PlaceProps) {
  return <SectionIndex sections={useEditorSections(editor, useFindings(formId).findings)} />
}
