import { dateFormat } from '#foundation/time/date-format.ts'
import { useZone } from '../browser/zone.ts'

const styles = {
  time: { dateStyle: 'medium', timeStyle: 'short' },
  day: { dateStyle: 'medium' },
} as const
const formatOf = (style: keyof typeof styles, zone: string) =>
  dateFormat({ ...styles[style], timeZone: zone })

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
