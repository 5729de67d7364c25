import { useEffect, useRef } from 'react'
import { onlyClicks } from '../../ads/ad-clicks.ts'
import { Tick } from './tick.tsx'

/**
 * Asks whether the order may be shared with ad platforms. The address of the page is read for the click on an ad only
 * when the box is ticked, and forgotten when it is cleared.
 */
export function AdsTick({ text }: { readonly text: string }) {
  const place = useRef<HTMLDivElement>(null)
  const read = () => {
    const [box, clicks] = place.current?.querySelectorAll('input') ?? []
    if (box && clicks) clicks.value = box.checked ? onlyClicks(window.location.search) : ''
  }
  // It may have been ticked before the script had loaded.
  useEffect(read, [])
  return (
    <div ref={place} className="text-sm" onChange={read}>
      <Tick name="details.adsConsent" value={text}>
        {text}
      </Tick>
      <input type="hidden" name="details.clicks" />
    </div>
  )
}
