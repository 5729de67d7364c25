import { ArrowDown, ArrowUp, GripVertical, Pencil, Trash2 } from 'lucide-react'
import { type DragEvent, useId } from 'react'
import { listText } from '#foundation/language/list.ts'
import { say, t } from '#foundation/language/t.ts'
import { kindLabels } from '#selling/forms/fields/form-field.ts'
import { FieldError } from '#web/kit/form/field.tsx'
import { IconButton } from '#web/kit/layout/button.tsx'
import type { EditedQuestion } from './edit-questions.ts'

type Props = {
  readonly question: EditedQuestion
  /** The names of the prices that the question is for, or null for all. */
  readonly prices: readonly string[] | null
  /** The error of a rejected save. */
  readonly problem: string | undefined
  /** Whether another question is being dragged over this one. */
  readonly isTarget: boolean
  readonly onEdit: () => void
  readonly onRemove: () => void
  readonly onUp: (() => void) | undefined
  readonly onDown: (() => void) | undefined
  readonly drag: {
    readonly onDragStart: (event: DragEvent) => void
    readonly onDragOver: (event: DragEvent) => void
    readonly onDrop: (event: DragEvent) => void
    readonly onDragEnd: () => void
  }
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
        <IconButton label={t('Move {name} up', { name: label })} disabled={onUp === undefined} onClick={onUp}>
          <ArrowUp aria-hidden className="size-5" />
        </IconButton>
        <IconButton
          label={t('Move {name} down', { name: label })}
          disabled={onDown === undefined}
          onClick={onDown}
        >
          <ArrowDown aria-hidden className="size-5" />
        </IconButton>
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
