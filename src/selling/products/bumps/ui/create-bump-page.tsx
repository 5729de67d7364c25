import { CreatePartPage } from '#selling/form-parts/ui/part-pages.tsx'
import { BumpEditor } from './bump-editor.tsx'
import { bumpPart } from './bump-part.ts'
import { newBumpValues } from './bump-values.ts'

export function CreateBumpPage() {
  return (
    <CreatePartPage
      part={bumpPart}
      title="Create bump"
      lead="A small extra that goes well with what you sell."
      submitLabel="Create bump"
      newValues={() => newBumpValues()}
      Editor={BumpEditor}
    />
  )
}
