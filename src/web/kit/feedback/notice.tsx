import type { ReactNode } from 'react'

const tones = {
  info: 'bg-brand-soft text-ink',
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
} as const

type Props = { readonly tone: keyof typeof tones; readonly children: ReactNode }

/** A message that stays on the page. Errors are announced right away. */
export function Notice({ tone, children }: Props) {
  return (
    <div role={tone === 'danger' ? 'alert' : 'status'} className={`rounded-xl px-4 py-3 ${tones[tone]}`}>
      {children}
    </div>
  )
}
