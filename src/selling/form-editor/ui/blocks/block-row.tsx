import { ChevronDown, GripVertical, Trash2 } from 'lucide-react'
import { useId } from 'react'
import { say, t } from '#foundation/language/t.ts'
import { cutText } from '#foundation/text/cut-text.ts'
import { blockLabels } from '#selling/forms/blocks/form-block.ts'
import { IconButton } from '#web/kit/layout/button.tsx'
import { MoveButtons, type RowMoves } from '#web/kit/list/movable-rows.tsx'
import { BlockFields } from './block-fields.tsx'
import { blockIcons } from './block-icons.ts'
import type { BlockFieldsProps } from './block-items.tsx'
import { summaryOf } from './edit-blocks.ts'

type Props = BlockFieldsProps &
  RowMoves & {
    readonly isWrong: boolean
    readonly isOpen: boolean
    readonly onToggle: () => void
    readonly onRemove: () => void
  }

/** A block that opens for editing. It can be dragged while it is closed, or moved with its buttons. */
export function BlockRow({
  isWrong,
  isOpen,
  isTarget,
  onToggle,
  onRemove,
  onUp,
  onDown,
  drag,
  ...fields
}: Props) {
  const { block } = fields
  const id = useId()
  const Icon = blockIcons[block.kind]
  const name = say(blockLabels[block.kind])
  const summary = summaryOf(block)
  return (
    <li
      {...drag}
      data-block={block.id}
      draggable={!isOpen}
      className={`rounded-2xl border ${isTarget ? 'border-brand bg-brand-soft' : 'border-line'}`}
    >
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 p-2">
        <GripVertical aria-hidden className="size-5 shrink-0 cursor-grab text-muted pointer-coarse:hidden" />
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={onToggle}
          className="flex min-h-11 min-w-0 flex-1 basis-48 items-center gap-3 rounded-xl px-2 text-start hover:text-brand"
        >
          <Icon aria-hidden className="size-5 shrink-0 text-brand" />
          <span className="min-w-0 flex-1">
            <span className="block font-semibold">{name}</span>
            {!isOpen && summary !== '' && summary !== name && (
              <span className="block truncate text-sm text-muted">{cutText(summary, 80)}</span>
            )}
          </span>
          <ChevronDown
            aria-hidden
            className={`size-4.5 shrink-0 text-muted transition ${isOpen ? 'rotate-180' : ''}`}
          />
        </button>
        <div className="flex">
          <MoveButtons name={name} onUp={onUp} onDown={onDown} />
          <IconButton label={t('Remove {name}', { name })} onClick={onRemove}>
            <Trash2 aria-hidden className="size-5" />
          </IconButton>
        </div>
      </div>
      <div id={id} hidden={!isOpen} data-invalid={isWrong} className="border-t border-line p-4">
        {isOpen && <BlockFields {...fields} />}
      </div>
    </li>
  )
}
