import { GripVertical, Pencil, Trash2 } from 'lucide-react'
import { useId } from 'react'
import { listText } from '#foundation/language/list.ts'
import { say, t } from '#foundation/language/t.ts'
import { kindLabels } from '#selling/forms/fields/form-field.ts'
import { FieldError } from '#web/kit/form/field.tsx'
import { IconButton } from '#web/kit/layout/button.tsx'
import { MoveButtons, type RowMoves } from '#web/kit/list/movable-rows.tsx'
import type { EditedQuestion } from './edit-questions.ts'

type Props = RowMoves & {
  readonly question: EditedQuestion
  /** The names of the prices that the question is for, or null for all. */
  readonly prices: readonly string[] | null
  /** The error of a rejected save. */
  readonly problem: string | undefined
  readonly onEdit: () => void
  readonly onRemove: () => void
}

/** A question that can be dragged by its handle or moved with its buttons. */
export function QuestionRow({ question, prices, problem, isTarget, onUp, onDown, ...actions }: Props) {
  const { label, kind, isRequired } = question
  const { onEdit, onRemove, drag } = actions
  const problemId = useId()
  const facts = [
    say(kindLabels[kind]),
    isRequired ? t('required') : t('optional'),
    ...(prices === null ? [] : [t('only for {prices}', { prices: listText(prices, 'conjunction') })]),
  ]
  return (
    <li
      {...drag}
      draggable
      className={`flex flex-wrap items-center gap-x-3 gap-y-2 rounded-2xl border p-3 ps-2 ${isTarget ? 'border-brand bg-brand-soft' : 'border-line'}`}
    >
      <GripVertical aria-hidden className="size-5 shrink-0 cursor-grab text-muted pointer-coarse:hidden" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-semibold wrap-anywhere">{label}</p>
        <p className="text-sm text-muted wrap-anywhere">{facts.join(' · ')}</p>
        <FieldError id={problemId} message={problem} />
      </div>
      <div className="-mr-1 flex">
        <MoveButtons name={label} onUp={onUp} onDown={onDown} />
        <IconButton
          label={t('Edit {name}', { name: label })}
          data-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : problemId}
          onClick={onEdit}
        >
          <Pencil aria-hidden className="size-5" />
        </IconButton>
        <IconButton label={t('Remove {name}', { name: label })} onClick={onRemove}>
          <Trash2 aria-hidden className="size-5" />
        </IconButton>
      </div>
    </li>
  )
}
