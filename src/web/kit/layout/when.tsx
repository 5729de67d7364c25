import { dateFormat } from '#foundation/time/date-format.ts'
import { useZone } from '../browser/zone.ts'

const styles = {
  time: { dateStyle: 'medium', timeStyle: 'short' },
  day: { dateStyle: 'medium' },
  shortTime: { timeStyle: 'short' },
  year: { year: 'numeric' },
  shortDay: { month: 'short', day: 'numeric' },
} as const
type Style = keyof typeof styles

const formatOf = (style: Style, zone: string) => dateFormat({ ...styles[style], timeZone: zone })

/** A time in the shop's time zone, or in the reader's own if the shop has none. */
export function When({ at }: { readonly at: string }) {
  const zone = useZone()
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {formatOf('time', zone).format(new Date(at))}
    </time>
  )
}

/** The day of a time in the same time zone, for a sentence. */
export function Day({ at }: { readonly at: string }) {
  const zone = useZone()
  return <time dateTime={at}>{formatOf('day', zone).format(new Date(at))}</time>
}

/**
 * The shortest clear form of a time: the time of today, a day of this year, or any other day. The full time
 * is its title.
 */
export function ShortTime({ at }: { readonly at: string }) {
  const zone = useZone()
  const [then, now] = [new Date(at), new Date()]
  const isSame = (style: Style) => formatOf(style, zone).format(then) === formatOf(style, zone).format(now)
  const style = isSame('day') ? 'shortTime' : isSame('year') ? 'shortDay' : 'day'
  return (
    <time dateTime={at} title={formatOf('time', zone).format(then)}>
      {formatOf(style, zone).format(then)}
    </time>
  )
}
