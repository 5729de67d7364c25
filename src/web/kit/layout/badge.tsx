import type { ReactNode } from 'react'

const tones = {
  neutral: 'bg-tag text-muted',
  brand: 'bg-brand-soft text-brand',
  /** For a card that turns the soft brand color when it is chosen. */
  solid: 'bg-brand-fill text-white',
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
} as const

export type Tone = keyof typeof tones

export function Badge({
  tone = 'neutral',
  children,
}: {
  readonly tone?: Tone
  readonly children: ReactNode
}) {
  return (
    <span
      className={`inline-flex items-center gap-1 rounded-full px-2.5 py-0.5 text-sm font-medium whitespace-nowrap ${tones[tone]}`}
    >
      {children}
    </span>
  )
}
