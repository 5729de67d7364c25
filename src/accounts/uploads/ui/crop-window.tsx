import { useState, type KeyboardEvent, type PointerEvent } from 'react'
import type { PictureFocus } from '#foundation/db/tables/products.ts'
import { t } from '#foundation/language/t.ts'

export type Crop = {
  /** The width-to-height ratio of the frame that buyers see, or null if pictures are shown whole. */
  readonly ratio: number | null
  readonly focus: PictureFocus
  readonly onChange: (focus: PictureFocus) => void
}

/** How far one press of an arrow key moves, in percent. */
const step = 5

/** A whole picture with a frame over the part that buyers see. A click, a drag or the arrow keys move the frame. */
export function CropWindow({ source, crop }: { readonly source: string; readonly crop: Crop }) {
  const [own, setOwn] = useState(1)
  const { ratio, focus, onChange } = crop
  const isAcross = ratio !== null && own > ratio
  const axis = isAcross ? 'x' : 'y'
  /** How much of the picture's width or height is in the frame. */
  const part = ratio === null ? 1 : isAcross ? ratio / own : own / ratio
  const moveTo = (percent: number) =>
    onChange({ ...focus, [axis]: Math.round(Math.min(Math.max(percent, 0), 100)) })

  function point({ currentTarget, clientX, clientY, buttons }: PointerEvent): void {
    if (buttons !== 1) return
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    const at = isAcross ? (clientX - left) / width : (clientY - top) / height
    moveTo(((at - part / 2) / (1 - part)) * 100)
  }

  function press(event: KeyboardEvent): void {
    const by = new Map([
      ['ArrowLeft', -step],
      ['ArrowUp', -step],
      ['ArrowRight', step],
      ['ArrowDown', step],
      ['Home', -100],
      ['End', 100],
    ]).get(event.key)
    if (by === undefined) return
    event.preventDefault()
    moveTo(focus[axis] + by)
  }

  const start = `${(1 - part) * focus[axis]}%`
  return (
    <div className="@container-size absolute inset-x-0 top-0 bottom-17 grid place-items-center">
      <div
        className="relative overflow-hidden"
        style={{ aspectRatio: own, width: `min(100cqw, 100cqh * ${own})` }}
      >
        <img
          src={source}
          alt=""
          className="size-full"
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setOwn(naturalWidth / Math.max(naturalHeight, 1))
          }
        />
        {part < 0.99 && (
          <div
            role="slider"
            tabIndex={0}
            aria-label={t('Visible part')}
            aria-orientation={isAcross ? 'horizontal' : 'vertical'}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={focus[axis]}
            className="absolute inset-0 cursor-crosshair touch-none -outline-offset-4"
            onPointerDown={point}
            onPointerMove={point}
            onKeyDown={press}
          >
            <div
              className="absolute border-2 border-white shadow-[0_0_0_100vmax_rgb(0_0_0/0.55)]"
              style={
                isAcross
                  ? { left: start, width: `${part * 100}%`, height: '100%' }
                  : { top: start, height: `${part * 100}%`, width: '100%' }
              }
            />
          </div>
        )}
      </div>
    </div>
  )
}
