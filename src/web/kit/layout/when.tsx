import { useZone } from '../browser/zone.ts'

const styles = {
  time: { dateStyle: 'medium', timeStyle: 'short' },
  day: { dateStyle: 'medium' },
} as const
type Style = keyof typeof styles

const formats = new Map<string, Intl.DateTimeFormat>()

/** Making one is slow, and a list asks for many. */
function formatOf(style: Style, zone: string): Intl.DateTimeFormat {
  const key = `${style} ${zone}`
  const known = formats.get(key)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat('en-US', { ...styles[style], timeZone: zone })
  formats.set(key, made)
  return made
}

/** An instant by the shop's clock, or the reader's own where the shop has none. */
export function When({ at }: { readonly at: string }) {
  const zone = useZone()
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {formatOf('time', zone).format(new Date(at))}
    </time>
  )
}

/** The day of an instant by the same clock, in a sentence. */
export function Day({ at }: { readonly at: string }) {
  const zone = useZone()
  return <time dateTime={at}>{formatOf('day', zone).format(new Date(at))}</time>
}
