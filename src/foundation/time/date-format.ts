import { formatsOf, localeOf } from '../text/read-formats.ts'
import { latest } from '../values/latest.ts'

const made = new Map<string, Intl.DateTimeFormat>()

/**
 * How the back office writes dates: in English, but in the order and with the clock of the reader's browser, such as
 * "Nov 22, 2026, 6:35 PM" or "22 Nov 2026, 18:35". A server uses the first form. Creating a format is slow, so each is
 * cached.
 */
export function dateFormat(
  options: Intl.DateTimeFormatOptions,
  reader = 'document' in globalThis ? navigator.language : 'en-US',
): Intl.DateTimeFormat {
  return latest(made, `${reader} ${JSON.stringify(options)}`, () => makeFormat(options, reader))
}

function makeFormat(options: Intl.DateTimeFormatOptions, reader: string): Intl.DateTimeFormat {
  const locale = localeOf(reader) ?? 'en-US'
  const { hourCycle } = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions()
  const isLong = hourCycle === 'h23' || hourCycle === 'h24'
  const english = formatsOf(locale).day === 'mdy' ? 'en-US' : isLong ? 'en-GB' : 'en-AU'
  const hasTime = options.hour !== undefined || options.timeStyle !== undefined
  return new Intl.DateTimeFormat(english, {
    ...options,
    ...(hasTime && { hour12: !isLong }),
    // Minutes are always shown, because an hour alone, such as 18, does not look like a time.
    ...(isLong && options.hour !== undefined && { minute: '2-digit' }),
  })
}
