import { useState } from 'react'
import { useNavigate } from 'react-router'
import { bumpMessages } from '#bumps/messages.ts'
import { Page } from '#shell/ui/page.tsx'
import { BumpEditor } from './bump-editor.tsx'
import { newBumpValues } from './bump-values.ts'
import { useCreateBump } from './use-create-bump.ts'

export function CreateBumpPage() {
  const create = useCreateBump()
  const navigate = useNavigate()
  const [initial] = useState(newBumpValues)
  return (
    <Page title="Create bump" lead="A small extra that goes well with what you sell.">
      <BumpEditor
        initial={initial}
        submitLabel="Create bump"
        failure={bumpMessages.createFailed}
        keepsStoredFiles={false}
        onSave={async (bump) => {
          await create(bump)
          await navigate('/bumps')
          return null
        }}
      />
    </Page>
  )
}
