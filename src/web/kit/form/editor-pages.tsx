import type { UseQueryResult } from '@tanstack/react-query'
import { useState, type ComponentType, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { t } from '#foundation/language/t.ts'
import { Loaded } from '../list/loaded.tsx'
import { Page } from '../layout/page.tsx'
import { changedFields } from './changed-fields.ts'

/** What an editor gets from its pages. */
export type EditorPageProps<Values, Edited> = {
  /** Whether the item is new and not stored yet. */
  readonly isNew: boolean
  /** Whether the member can view the item but not edit it. */
  readonly isReadOnly: boolean
  readonly initial: Values
  readonly submitLabel: string
  readonly failure: string
  readonly onSave: (edited: Edited) => Promise<Values | null>
}

type Common<Values, Edited> = {
  readonly title: string
  readonly width?: 'wide' | 'narrow'
  /** The toast for failures without a message from the server. */
  readonly failure: string
  readonly Editor: ComponentType<EditorPageProps<Values, Edited>>
}

type CreateProps<Values, Edited> = Common<Values, Edited> & {
  readonly lead: ReactNode
  /** The link to the list, above the heading. */
  readonly back?: { readonly to: string; readonly label: string }
  readonly submitLabel: string
  readonly newValues: () => Values
  readonly create: (edited: Edited) => Promise<unknown>
  readonly listPath: string
}

/** Creates an item and then returns to its list. */
export function CreatePage<Values, Edited>({
  failure,
  Editor,
  submitLabel,
  newValues,
  create,
  listPath,
  ...page
}: CreateProps<Values, Edited>) {
  const navigate = useNavigate()
  const [initial] = useState(newValues)
  return (
    <Page {...page}>
      <Editor
        isNew
        isReadOnly={false}
        initial={initial}
        submitLabel={submitLabel}
        failure={failure}
        onSave={async (edited) => {
          await create(edited)
          await navigate(listPath)
          return null
        }}
      />
    </Page>
  )
}

type Stored = { readonly id: string }

type EditProps<One extends Stored, Values, Edited> = Common<Values, Edited> & {
  readonly query: UseQueryResult<One>
  /** The path of the item's list. */
  readonly listPath: string
  readonly mayUpdate: boolean
  /** The heading for members who can view the item but not edit it. */
  readonly readOnlyTitle: string
  readonly nameOf: (stored: One) => string
  /** The sentence below the heading, or else the item's name. */
  readonly lead?: ReactNode
  /** The name of the list. If it is given, the heading is the item's own, below a link to the list. */
  readonly listName?: string | undefined
  readonly valuesOf: (stored: One) => Values
  /** Called with the changed fields. Returns the item as it is stored. */
  readonly update: (id: string, changed: Readonly<Record<string, unknown>>) => Promise<One>
}

/** Edits an item that must be loaded first. */
export function EditPage<One extends Stored, Values, Edited extends object>(
  props: EditProps<One, Values, Edited>,
) {
  return (
    <Loaded title={props.title} query={props.query} listPath={props.listPath}>
      {(stored) => <Edit key={stored.id} {...props} stored={stored} />}
    </Loaded>
  )
}

function Edit<One extends Stored, Values, Edited extends object>(
  props: EditProps<One, Values, Edited> & { readonly stored: One },
) {
  const { stored, mayUpdate, title, readOnlyTitle, nameOf, lead = nameOf(stored), listName, listPath } = props
  const { valuesOf, update, failure, Editor, width } = props
  // The version of the item that the editor started with. The query can load a newer one at any time.
  const [edits, setEdits] = useState(stored)
  const [initial] = useState(() => valuesOf(stored))
  return (
    <Page
      {...(listName === undefined
        ? { title: mayUpdate ? title : readOnlyTitle, lead }
        : { title: nameOf(stored), back: { to: listPath, label: listName } })}
      {...(width && { width })}
    >
      <Editor
        isNew={false}
        isReadOnly={!mayUpdate}
        initial={initial}
        submitLabel={t('Save changes')}
        failure={failure}
        onSave={async (edited) => {
          const saved = await update(stored.id, changedFields(edits, edited))
          setEdits(saved)
          return valuesOf(saved)
        }}
      />
    </Page>
  )
}
