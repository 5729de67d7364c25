import type { ReactNode } from 'react'
import { rich } from '#foundation/language/rich.ts'
import { t } from '#foundation/language/t.ts'
import type { SuspensionWire } from '../contract.ts'

type Props = { readonly suspension: SuspensionWire | null }

/** Shows on every page that the shop is suspended, and why. */
export function SuspendedBanner({ suspension }: Props) {
  if (suspension === null) return null
  const contact = (text: ReactNode) => (
    <a href="/contact-us" className="inline-block min-h-6 font-medium underline underline-offset-4">
      {text}
    </a>
  )
  return (
    <aside
      aria-label={t('Suspension')}
      className="border-b border-line bg-danger-soft px-4 py-3 text-center text-pretty break-words text-danger"
    >
      <p className="font-medium">
        {t('Your shop is suspended. Buyers cannot make purchases until we lift the suspension.')}
      </p>
      <p className="mx-auto mt-1 max-w-3xl text-sm whitespace-pre-line">{suspension.reason}</p>
      <p className="mt-1 text-sm">
        {rich('Existing purchases and subscriptions are not affected. <contact>Contact us</contact>', {
          contact,
        })}
      </p>
    </aside>
  )
}
