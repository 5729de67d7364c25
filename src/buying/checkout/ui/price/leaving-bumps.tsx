import { useEffect, useRef, useState } from 'react'
import { t } from '#foundation/language/t.ts'
import type { PaymentPageData } from '../../page/page-data.ts'

/** Unticks the bumps that the form does not offer with the buyer's new choice, and says which. */
export function LeavingBumps({
  data: { bumps, pricing },
}: {
  readonly data: Pick<PaymentPageData, 'bumps' | 'pricing'>
}) {
  const place = useRef<HTMLParagraphElement>(null)
  const offered = useRef(pricing.bumps)
  const [left, setLeft] = useState('')
  const ids = pricing.bumps.map(({ id }) => id).join(' ')
  useEffect(() => {
    // An order that is restored when the page opens may tick a bump before it chooses the price.
    if (ids === offered.current.map(({ id }) => id).join(' ')) return
    offered.current = pricing.bumps
    const ticked = place.current?.closest('form')?.querySelectorAll<HTMLInputElement>('[name=bump]:checked')
    const leaving = [...(ticked ?? [])].filter(({ value }) => !ids.includes(value))
    for (const box of leaving) box.click()
    const titles = leaving.map(({ value }) => bumps.find(({ id }) => id === value)?.title ?? '')
    setLeft(titles.join(', '))
  }, [ids, pricing, bumps])
  return (
    <p ref={place} role="status" className={left === '' ? 'sr-only' : 'note font-medium'}>
      {left !== '' && t('Removed from your order: {titles}', { titles: left })}
    </p>
  )
}
