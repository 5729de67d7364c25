import { useState } from 'react'
import { useNavigate } from 'react-router'
import { Page } from '#web/kit/page.tsx'
import { bumpMessages } from '../messages.ts'
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
