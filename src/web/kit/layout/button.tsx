import type { ComponentProps } from 'react'
import { Spinner } from '../feedback/spinner.tsx'

const variants = {
  // The border is visible when the system chooses the colors.
  primary: 'border border-transparent bg-brand-fill text-white hover:bg-brand-fill-hover shadow-sm',
  secondary: 'border border-edge/60 bg-surface text-ink hover:border-brand hover:text-brand',
  ghost: 'text-ink hover:bg-brand-soft hover:text-brand',
  danger: 'border border-transparent bg-danger-fill text-white hover:brightness-110 shadow-sm',
  // A button that opens a confirmation for a dangerous action.
  'danger-outline': 'border border-danger/60 bg-surface text-danger hover:border-danger hover:bg-danger-soft',
} as const

type Variant = keyof typeof variants

/** The look of a button, for links that should look like one. */
export function buttonClass(variant: Variant = 'primary'): string {
  return `inline-flex min-h-11 items-center justify-center gap-2 rounded-xl px-4.5 tight:px-3 font-medium whitespace-nowrap transition disabled:opacity-60 aria-disabled:opacity-60 ${variants[variant]}`
}

/**
 * While the pointer is down, a submit button's clickable area is larger: on blur, a card field shows its error, which
 * pushes the button away before the pointer is released.
 */
const reaching =
  "active:relative active:after:absolute active:after:inset-x-0 active:after:-inset-y-20 active:after:content-['']"

type ButtonProps = ComponentProps<'button'> & {
  readonly variant?: Variant
  /** Whether the button's action is in progress. It cannot be clicked again, and keeps the focus. */
  readonly isBusy?: boolean
  /** Whether a neighboring button's action is in progress. It cannot be clicked either, but shows no spinner. */
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

/** Submitting a form with Enter clicks its button too. */
function stop(event: { preventDefault: () => void }): void {
  event.preventDefault()
}

type IconButtonProps = ComponentProps<'button'> & { readonly label: string }

/** An icon button. Its label is its tooltip, and also its accessible name unless that must say more. */
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
