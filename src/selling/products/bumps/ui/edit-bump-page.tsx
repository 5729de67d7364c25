import { EditPartPage } from '#selling/form-parts/ui/part-pages.tsx'
import { BumpEditor } from './bump-editor.tsx'
import { bumpPart } from './bump-part.ts'
import { bumpValuesOf } from './bump-values.ts'

export function EditBumpPage() {
  return (
    <EditPartPage
      part={bumpPart}
      title="Edit bump"
      readOnlyTitle="Bump"
      valuesOf={bumpValuesOf}
      Editor={BumpEditor}
    />
  )
}
