import type { RefObject } from 'react'
import { useSections, type PageSection } from '#web/kit/layout/page-sections.ts'
import type { Finding } from './finding.ts'
import { fieldIn } from './focus-field.ts'

/** The sections of the editor, where findings count as things to look at. */
export function useEditorSections(
  editor: RefObject<HTMLFormElement | null>,
  findings: readonly Finding[],
): readonly PageSection[] {
  const told = findings.map(({ field }) => field).join()
  return useSections(editor, told, (form) => findings.flatMap(({ field }) => fieldIn(form, field) ?? []))
}
