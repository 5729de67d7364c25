import type { RefObject } from 'react'
import { SectionIndex } from '#web/kit/layout/section-index.tsx'
import { useEditorSections } from './use-editor-sections.ts'
import { useFindings } from './use-findings.ts'

type Props = {
  readonly editor: RefObject<HTMLFormElement | null>
  /** Null: a new form. */
  readonly formId: string | null
}

/** The sections of the editor, with where there is something to look at. */
export function EditorIndex({ editor, formId }: Props) {
  return <SectionIndex sections={useEditorSections(editor, useFindings(formId))} />
}
