import {
  ArrowDown,
  ArrowUp,
  Copy,
  EllipsisVertical,
  Eye,
  EyeOff,
  Link,
  Pencil,
  Star,
  Trash2,
  Archive,
} from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { t } from '#foundation/language/t.ts'
import { IconButton } from '#web/kit/layout/button.tsx'
import { FieldError } from '#web/kit/form/field.tsx'
import { Menu } from '#web/kit/dialog/menu.tsx'
import { StateBadge } from '#selling/form-editor/ui/form-price.tsx'
import type { EditedPrice } from './arrange-prices.ts'

/** The actions on a price. Missing ones are not possible now. */
export type PriceActions = {
  readonly onEdit?: (() => void) | undefined
  readonly onUp?: (() => void) | undefined
  readonly onDown?: (() => void) | undefined
  readonly onOpenWith?: (() => void) | undefined
  readonly onCopy?: (() => void) | undefined
  readonly onList?: (() => void) | undefined
  readonly onHide?: (() => void) | undefined
  readonly onRetire?: (() => void) | undefined
  readonly onRemove?: (() => void) | undefined
  readonly onCopyLink?: (() => void) | undefined
}

type Props = PriceActions & {
  readonly price: EditedPrice
  readonly name: string
  readonly words: string
  /** The error of a rejected save. */
  readonly problem: string | undefined
}

/** One of the prices that buyers choose from. */
export function PriceRow({ price, name, words, problem, onEdit, onUp, onDown, ...actions }: Props) {
  const problemId = useId()
  const items = itemsOf(actions)
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 rounded-2xl border border-line p-4">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-2">
          <span className="min-w-0 font-semibold wrap-anywhere">{name}</span>
          <StateBadge price={price} />
        </p>
        <p className="mt-1 text-muted">{words}</p>
        <FieldError id={problemId} message={problem} />
      </div>
      <div className="-mr-2 flex">
        <IconAction
          label={t('Move {name} up', { name })}
          icon={<ArrowUp aria-hidden className="size-5" />}
          onClick={onUp}
        />
        <IconAction
          label={t('Move {name} down', { name })}
          icon={<ArrowDown aria-hidden className="size-5" />}
          onClick={onDown}
        />
        {onEdit !== undefined && (
          <IconButton
            label={t('Edit {name}', { name })}
            data-invalid={problem !== undefined}
            aria-describedby={problem === undefined ? undefined : problemId}
            onClick={onEdit}
          >
            <Pencil aria-hidden className="size-5" />
          </IconButton>
        )}
        <Menu
          label={t('More for {name}', { name })}
          trigger={
            <span className="grid size-9 place-items-center text-muted">
              <EllipsisVertical aria-hidden className="size-5" />
            </span>
          }
          items={items}
        />
      </div>
    </li>
  )
}

function IconAction({
  label,
  icon,
  onClick,
}: {
  readonly label: string
  readonly icon: ReactNode
  readonly onClick: (() => void) | undefined
}) {
  return (
    <IconButton label={label} disabled={onClick === undefined} onClick={onClick}>
      {icon}
    </IconButton>
  )
}

function itemsOf(actions: Omit<PriceActions, 'onEdit' | 'onUp' | 'onDown'>) {
  const { onOpenWith, onCopy, onList, onHide, onRetire, onRemove, onCopyLink } = actions
  const icon = 'size-4.5 shrink-0'
  return [
    { label: t('Make default'), icon: <Star aria-hidden className={icon} />, onSelect: onOpenWith },
    { label: t('Copy link'), icon: <Link aria-hidden className={icon} />, onSelect: onCopyLink },
    { label: t('Duplicate'), icon: <Copy aria-hidden className={icon} />, onSelect: onCopy },
    { label: t('Make visible'), icon: <Eye aria-hidden className={icon} />, onSelect: onList },
    {
      label: t('Hide from the page'),
      icon: <EyeOff aria-hidden className={icon} />,
      onSelect: onHide,
    },
    { label: t('Retire'), icon: <Archive aria-hidden className={icon} />, onSelect: onRetire },
    { label: t('Remove'), icon: <Trash2 aria-hidden className={icon} />, onSelect: onRemove },
  ].flatMap(({ onSelect, ...item }) => (onSelect === undefined ? [] : [{ ...item, onSelect }]))
}
