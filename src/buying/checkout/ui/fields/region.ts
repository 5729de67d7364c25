import { lookUp } from '#foundation/values/look-up.ts'
/** Regions whose language setting people choose all over the world. They count only in their own time zones. */
const spoken: Readonly<Record<string, RegExp>> = { US: /^(?:America|Pacific)\//, GB: /^Europe\/London$/ }

/**
 * The country suggested for a field, based on the browser's language, or empty if there is none. The buyer's
 * IP address is never used.
 */
export function regionOf(language: string, timeZone: string): string {
  const region = readRegion(language)
  return lookUp(spoken, region)?.test(timeZone) === false ? '' : region
}

/** Chromium on Linux can report a language that is not a valid tag, such as "en-US@posix". */
function readRegion(language: string): string {
  try {
    return new Intl.Locale(language).region ?? ''
  } catch {
    return ''
  }
}
