import { useRef } from 'react'
import { Link } from 'react-router'
import { Button, buttonClass } from '#web/kit/button.tsx'
import { useFormFields } from '../use-form-fields.ts'
import { CheckPanel } from './check-panel.tsx'
import type { Mend } from './finding.ts'
import { focusField } from './focus-field.ts'
import { useFindings } from './use-findings.ts'

/** Null: a new form. */
type CheckProps = { readonly formId: string | null }

/** The check of the form that is being edited: each finding is mended by its button, or leads to its field. */
export function EditorCheck({ formId }: CheckProps) {
  const place = useRef<HTMLDivElement>(null)
  const { changeAll } = useFormFields()
  const findings = useFindings(formId)
  const apply = (mend: Mend) => {
    changeAll(mend.changes)
    // The pressed button goes with its finding.
    place.current?.querySelector('h2')?.focus()
  }
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
              Go to field
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

/** Says how many findings there are, wherever one is in the editor, and leads to them. */
export function CheckLink({ formId }: CheckProps) {
  const { length } = useFindings(formId)
  const lead = () => {
    const heading = document.querySelector<HTMLElement>('#before-you-sell h2')
    heading?.focus({ preventScroll: true })
    heading?.scrollIntoView({ block: 'center' })
  }
  return (
    <button
      type="button"
      onClick={lead}
      className="min-h-11 rounded-lg px-2 text-left text-sm font-medium text-muted hover:text-brand"
    >
      {length === 0 ? 'Ready to sell' : `${length} to look at`}
    </button>
  )
}
