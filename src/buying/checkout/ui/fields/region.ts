import { lookUp } from '#foundation/values/look-up.ts'
/** Regions whose language people choose everywhere: they count only in their own time zones. */
const spoken: Readonly<Record<string, RegExp>> = { US: /^(?:America|Pacific)\//, GB: /^Europe\/London$/ }

/**
 * The country of a browser's language, as a suggestion for a field; empty if there is none. Its network is never used.
 */
export function regionOf(language: string, timeZone: string): string {
  const { region = '' } = new Intl.Locale(language)
  return lookUp(spoken, region)?.test(timeZone) === false ? '' : region
}
