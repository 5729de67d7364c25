import type { ComponentProps } from 'react'
import { Spinner } from '../feedback/spinner.tsx'

const variants = {
  // The border shows where the system chooses the colours.
  primary: 'border border-transparent bg-brand-fill text-white hover:bg-brand-fill-hover shadow-sm',
  secondary: 'border border-edge/60 bg-surface text-ink hover:border-brand hover:text-brand',
  ghost: 'text-ink hover:bg-brand-soft hover:text-brand',
  danger: 'border border-transparent bg-danger-fill text-white hover:brightness-110 shadow-sm',
} as const

type Variant = keyof typeof variants

/** How a button looks, for links that should look like one. */
export function buttonClass(variant: Variant = 'primary'): string {
  return `inline-flex min-h-11 items-center justify-center gap-2 rounded-xl px-4.5 tight:px-3 font-medium whitespace-nowrap transition disabled:opacity-60 aria-disabled:opacity-60 ${variants[variant]}`
}

/**
 * While the pointer is down, what sends a form reaches as far as it may be moved: a card field that is left says in its
 * frame what is wrong, and the button goes from under the pointer before that is let go.
 */
const reaching =
  "active:relative active:after:absolute active:after:inset-x-0 active:after:-inset-y-20 active:after:content-['']"

type ButtonProps = ComponentProps<'button'> & {
  readonly variant?: Variant
  /** Shows that the button's work is under way. It cannot be pressed again meanwhile, and keeps the focus. */
  readonly isBusy?: boolean
  /** The work of a button beside it is under way: the same, without showing it here. */
  readonly isWaiting?: boolean
}

export function Button({
  variant = 'primary',
  isBusy = false,
  isWaiting = false,
  className = '',
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={!isBusy && rest.disabled === true}
      aria-disabled={isBusy || isWaiting || undefined}
      aria-busy={isBusy}
      onClick={isBusy || isWaiting ? stop : rest.onClick}
      className={`${buttonClass(variant)} ${rest.type === 'submit' ? reaching : ''} ${className}`}
    >
      {isBusy && <Spinner />}
      {children}
    </button>
  )
}

/** Also a form that is sent by Enter presses its button. */
function stop(event: { preventDefault: () => void }): void {
  event.preventDefault()
}

type IconButtonProps = ComponentProps<'button'> & { readonly label: string }

/** A button of one picture; the label is its tooltip, and its name where that need not say more. */
export function IconButton({ label, className = '', ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      {...rest}
      title={label}
      className={`${iconButtonClass} ${className}`}
    />
  )
}

export const iconButtonClass =
  'grid size-10 shrink-0 place-items-center rounded-lg text-muted transition hover:bg-brand-soft hover:text-brand disabled:opacity-50'
