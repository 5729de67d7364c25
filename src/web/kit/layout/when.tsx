import { useZone } from '../browser/zone.ts'

const styles = {
  time: { dateStyle: 'medium', timeStyle: 'short' },
  day: { dateStyle: 'medium' },
} as const
type Style = keyof typeof styles

const formats = new Map<string, Intl.DateTimeFormat>()

/** Creating one is slow, and a list needs many. */
function formatOf(style: Style, zone: string): Intl.DateTimeFormat {
  const key = `${style} ${zone}`
  const known = formats.get(key)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat('en-US', { ...styles[style], timeZone: zone })
  formats.set(key, made)
  return made
}

/** An instant in the shop's time zone, or the reader's own if the shop has none. */
export function When({ at }: { readonly at: string }) {
  const zone = useZone()
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {formatOf('time', zone).format(new Date(at))}
    </time>
  )
}

/** An instant's day in the same zone, for a sentence. */
export function Day({ at }: { readonly at: string }) {
  const zone = useZone()
  return <time dateTime={at}>{formatOf('day', zone).format(new Date(at))}</time>
}
