import {
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { flushSync } from 'react-dom'

type MenuProps = {
  /** The name of the menu button. */
  readonly label: string
  readonly trigger: ReactNode
  readonly className?: string
  /** Whether the current page is one of the menu's own. */
  readonly isCurrent?: boolean
  /** Content above the menu's items, which cannot be selected. */
  readonly heading?: ReactNode
  readonly items: readonly MenuItem[]
}

type MenuItem = {
  readonly label: string
  readonly icon: ReactNode
  /** Whether the item leads to the current page. */
  readonly isCurrent?: boolean
  readonly isDanger?: boolean
  readonly onSelect: () => void
}

/** The distance of a menu from the window's edge, in pixels. */
const edge = 8

/** A menu below its button, following WAI-ARIA's menu button pattern. It stays small because every page contains it. */
export function Menu({ label, trigger, className = '', isCurrent = false, heading, items }: MenuProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const [isOpen, setIsOpen] = useState(false)

  // The menu is aligned with the end of the button, unless it would then start beyond the edge of a narrow window.
  useLayoutEffect(() => {
    if (!isOpen || box.current === null) return
    const { style } = box.current
    style.translate = ''
    const beyond = edge - box.current.getBoundingClientRect().left
    if (beyond > 0) style.translate = `${beyond}px`
  }, [isOpen])

  function focusItem(index: number): void {
    const buttons = list.current?.querySelectorAll('button') ?? []
    buttons[(index + items.length) % items.length]?.focus()
  }

  function open(first: number): void {
    // Hidden elements cannot get the focus.
    flushSync(() => setIsOpen(true))
    focusItem(first)
  }

  function close(): void {
    setIsOpen(false)
    button.current?.focus()
  }

  function onKeyDown(event: KeyboardEvent): void {
    const buttons = Array.from(list.current?.querySelectorAll('button') ?? [])
    const present = buttons.findIndex((item) => item === document.activeElement)
    const target = { ArrowDown: present + 1, ArrowUp: present - 1, Home: 0, End: -1 }[event.key]
    if (target !== undefined) {
      event.preventDefault()
      if (isOpen) focusItem(target)
      else open(event.key === 'ArrowUp' ? -1 : 0)
    } else if (event.key === 'Escape' && isOpen) {
      close()
    }
  }

  function onBlur(event: FocusEvent): void {
    if (!event.currentTarget.contains(event.relatedTarget)) setIsOpen(false)
  }

  return (
    <div className={`relative ${className}`} onBlur={onBlur}>
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={id}
        className={`block rounded-full p-0.5 ${isCurrent ? 'ring-2 ring-brand' : ''}`}
        onKeyDown={onKeyDown}
        onClick={() => (isOpen ? close() : open(0))}
      >
        {trigger}
      </button>
      <div
        ref={box}
        hidden={!isOpen}
        className="absolute top-full right-0 z-50 mt-2 min-w-[min(15rem,100vw-1rem)] animate-appear rounded-2xl border border-line bg-surface p-1.5 shadow-float"
      >
        {heading}
        <ul ref={list} id={id} role="menu" aria-label={label} className="grid">
          {items.map((item) => (
            <li key={item.label} role="none">
              <button
                type="button"
                role="menuitem"
                aria-current={item.isCurrent === true ? 'page' : undefined}
                tabIndex={-1}
                className={`flex min-h-10 w-full items-center gap-2.5 rounded-xl px-3 text-left -outline-offset-2 aria-[current=page]:font-medium aria-[current=page]:text-brand ${item.isDanger === true ? 'text-danger hover:bg-danger-soft focus:bg-danger-soft' : 'hover:bg-brand-soft hover:text-brand focus:bg-brand-soft focus:text-brand'}`}
                onKeyDown={onKeyDown}
                onClick={() => {
                  close()
                  item.onSelect()
                }}
              >
                {item.icon}
                {item.label}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
