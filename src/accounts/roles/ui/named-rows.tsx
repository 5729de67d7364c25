import { useQueryClient } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { toast } from 'sonner'
import { IconButton, iconButtonClass } from '#web/kit/layout/button.tsx'
import { DeleteDialog, deleteMessages } from '#web/kit/dialog/confirm-dialog.tsx'
import { errorMessage } from '#web/kit/feedback/error-message.ts'
import { useWrite } from '#web/kit/form/use-write.ts'

type Named = { readonly id: string; readonly name: string; readonly description: string }

type Props<Row extends Named> = {
  readonly rows: readonly Row[]
  readonly isStale: boolean
  readonly editPath: string
  readonly mayUpdate: boolean
  readonly mayDelete: boolean
  readonly queryKey: readonly string[]
  readonly remove: (id: string) => Promise<{ readonly title: string }>
  readonly failure: string
  /** The marks below the description. */
  readonly children: (row: Row) => ReactNode
}

/** Roles and permissions, to be edited and deleted. */
export function NamedRows<Row extends Named>(props: Props<Row>) {
  const { rows, isStale, editPath, mayUpdate, mayDelete, queryKey, remove, failure, children } = props
  const queryClient = useQueryClient()
  const [deleting, setDeleting] = useState<Row | null>(null)
  const { mutate, isPending } = useWrite({
    mutationFn: remove,
    onSuccess: async ({ title }) => {
      toast.success(deleteMessages.deleted(title))
      setDeleting(null)
      await queryClient.invalidateQueries({ queryKey })
    },
    onError: (error) => {
      setDeleting(null)
      toast.error(errorMessage(error, failure))
    },
  })
  return (
    <>
      <ul aria-busy={isStale} className={`grid gap-3 transition-opacity ${isStale ? 'opacity-60' : ''}`}>
        {rows.map((row) => (
          <li
            key={row.id}
            className="panel relative flex animate-rise items-center gap-4 py-4 pr-3 pl-5 transition hover:shadow-float"
          >
            <div className="grid min-w-0 flex-1 gap-1">
              <h2 className="text-lg leading-snug font-semibold break-words">
                <Link
                  to={`${editPath}/${row.id}`}
                  className="rounded after:absolute after:inset-0 hover:text-brand"
                >
                  {row.name}
                </Link>
              </h2>
              <p className="line-clamp-2 break-words text-muted">{row.description}</p>
              <p className="mt-1 flex flex-wrap gap-1.5">{children(row)}</p>
            </div>
            <div className="relative flex">
              {mayUpdate && (
                <Link
                  to={`${editPath}/${row.id}`}
                  aria-label={`Edit ${row.name}`}
                  title="Edit"
                  className={iconButtonClass}
                >
                  <Pencil aria-hidden className="size-5" />
                </Link>
              )}
              {mayDelete && (
                <IconButton
                  label={`Delete ${row.name}`}
                  className="hover:bg-danger-soft! hover:text-danger!"
                  onClick={() => setDeleting(row)}
                >
                  <Trash2 aria-hidden className="size-5" />
                </IconButton>
              )}
            </div>
          </li>
        ))}
      </ul>
      <DeleteDialog
        question={deleting === null ? null : deleteMessages.question(deleting.name)}
        isBusy={isPending}
        onConfirm={() => {
          if (deleting !== null) mutate(deleting.id)
        }}
        onCancel={() => setDeleting(null)}
      />
    </>
  )
}
