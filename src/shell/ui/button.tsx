import type { ComponentProps } from 'react'
import { Spinner } from './spinner.tsx'

const variants = {
  primary: 'bg-brand-fill text-white hover:bg-brand-fill-hover shadow-sm',
  secondary: 'border border-edge/60 bg-surface text-ink hover:border-brand hover:text-brand',
  ghost: 'text-ink hover:bg-brand-soft hover:text-brand',
  danger: 'bg-danger-fill text-white hover:brightness-110 shadow-sm',
} as const

type Variant = keyof typeof variants

/** How a button looks, for links that should look like one. */
export function buttonClass(variant: Variant = 'primary'): string {
  return `inline-flex min-h-11 items-center justify-center gap-2 rounded-xl px-4.5 font-medium whitespace-nowrap transition disabled:opacity-60 ${variants[variant]}`
}

type ButtonProps = ComponentProps<'button'> & {
  readonly variant?: Variant
  /** Shows that the button's work is under way; it can't be pressed again meanwhile. */
  readonly isBusy?: boolean
}

export function Button({
  variant = 'primary',
  isBusy = false,
  className = '',
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      disabled={isBusy || rest.disabled === true}
      aria-busy={isBusy}
      className={`${buttonClass(variant)} ${className}`}
    >
      {isBusy && <Spinner />}
      {children}
    </button>
  )
}

type IconButtonProps = ComponentProps<'button'> & { readonly label: string }

/** A button of one picture; the label is its name and its tooltip. */
export function IconButton({ label, className = '', ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      className={`${iconButtonClass} ${className}`}
    />
  )
}

export const iconButtonClass =
  'grid size-10 shrink-0 place-items-center rounded-lg text-muted transition hover:bg-brand-soft hover:text-brand disabled:opacity-50'
