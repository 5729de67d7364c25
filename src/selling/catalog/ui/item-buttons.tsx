import { Pencil, Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import { IconButton, iconButtonClass } from '#web/kit/layout/button.tsx'
import type { ItemActions } from './items-page.tsx'

type Props = ItemActions & {
  /** What is told apart from the others of the list. */
  readonly name: string
  readonly className?: string
}

/** What can be done with one of a list, at the end of its row. */
export function ItemButtons({ name, className = '', editPath, mayUpdate, mayDelete, onDelete }: Props) {
  return (
    <div className={`relative flex ${className}`}>
      {mayUpdate && (
        <Link to={editPath} aria-label={`Edit ${name}`} title="Edit" className={iconButtonClass}>
          <Pencil aria-hidden className="size-5" />
        </Link>
      )}
      {mayDelete && (
        <IconButton
          label="Delete"
          aria-label={`Delete ${name}`}
          className="hover:bg-danger-soft! hover:text-danger!"
          onClick={onDelete}
        >
          <Trash2 aria-hidden className="size-5" />
        </IconButton>
      )}
    </div>
  )
}
