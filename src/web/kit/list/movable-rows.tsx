import { ArrowDown, ArrowUp } from 'lucide-react'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { t } from '#foundation/language/t.ts'
import { IconButton } from '../layout/button.tsx'

type Move = { readonly place: number; readonly by: -1 | 1; readonly text: string }

/** How a row of a list is moved. `onUp` and `onDown` are undefined where there is no room. */
export type RowMoves = {
  /** Whether another row is being dragged over this one. */
  readonly isTarget: boolean
  readonly onUp: (() => void) | undefined
  readonly onDown: (() => void) | undefined
  readonly drag: {
    readonly onDragStart: (event: DragEvent) => void
    readonly onDragOver: (event: DragEvent) => void
    readonly onDrop: (event: DragEvent) => void
    readonly onDragEnd: () => void
  }
}

type Rows = {
  readonly count: number
  readonly nameOf: (place: number) => string
  readonly onMove: (from: number, to: number) => void
}

/**
 * Lets a person move the rows of a list with `MoveButtons`, which keep the focus, or by dragging. `list` belongs to the
 * list's element, and `announced` into an `output`.
 */
export function useMovableRows({ count, nameOf, onMove }: Rows) {
  const list = useRef<HTMLOListElement>(null)
  const [dragged, setDragged] = useState<number | null>(null)
  const [target, setTarget] = useState<number | null>(null)
  const [move, setMove] = useState<Move | null>(null)
  useEffect(() => {
    // Rows swap places, so the focus follows the moved row.
    const row = list.current?.children[move?.place ?? -1]
    const [up, down] = row?.querySelectorAll<HTMLButtonElement>('[data-move]') ?? []
    const [wanted, other] = move?.by === -1 ? [up, down] : [down, up]
    const focused = wanted?.disabled === true ? other : wanted
    focused?.focus()
  }, [move])

  const moveBy = (place: number, by: -1 | 1) => {
    const to = place + by
    if (to < 0 || to >= count) return undefined
    return () => {
      onMove(place, to)
      const text = t('{name} is number {place} of {count}', { name: nameOf(place), place: to + 1, count })
      setMove({ place: to, by, text })
    }
  }
  const drop = () => {
    setDragged(null)
    setTarget(null)
  }
  const movesOf = (place: number): RowMoves => ({
    isTarget: dragged !== null && target === place && dragged !== place,
    onUp: moveBy(place, -1),
    onDown: moveBy(place, 1),
    drag: {
      onDragStart: ({ dataTransfer }) => {
        dataTransfer.effectAllowed = 'move'
        setDragged(place)
      },
      // Something else that is dragged, such as a file, is left to the fields of the row.
      onDragOver: (event) => {
        if (dragged === null) return
        event.preventDefault()
        setTarget(place)
      },
      onDrop: (event) => {
        if (dragged === null) return
        event.preventDefault()
        onMove(dragged, place)
        drop()
      },
      onDragEnd: drop,
    },
  })
  return { list, announced: move?.text, movesOf }
}

type ButtonsProps = Pick<RowMoves, 'onUp' | 'onDown'> & { readonly name: string }

export function MoveButtons({ name, onUp, onDown }: ButtonsProps) {
  return (
    <>
      <IconButton
        data-move
        label={t('Move {name} up', { name })}
        disabled={onUp === undefined}
        onClick={onUp}
      >
        <ArrowUp aria-hidden className="size-5" />
      </IconButton>
      <IconButton
        data-move
        label={t('Move {name} down', { name })}
        disabled={onDown === undefined}
        onClick={onDown}
      >
        <ArrowDown aria-hidden className="size-5" />
      </IconButton>
    </>
  )
}
