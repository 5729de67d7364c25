import { Pencil, Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import { IconButton, iconButtonClass } from '#web/kit/button.tsx'
import type { PartActions } from './parts-page.tsx'

/** What can be done with one of a list, at the end of its row. */
export function PartButtons({ editPath, mayUpdate, mayDelete, onDelete }: PartActions) {
  return (
    <div className="relative flex">
      {mayUpdate && (
        <Link to={editPath} aria-label="Edit" title="Edit" className={iconButtonClass}>
          <Pencil aria-hidden className="size-5" />
        </Link>
      )}
      {mayDelete && (
        <IconButton label="Delete" className="hover:bg-danger-soft! hover:text-danger!" onClick={onDelete}>
          <Trash2 aria-hidden className="size-5" />
        </IconButton>
      )}
    </div>
  )
}
