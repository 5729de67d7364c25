const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
const dayAndTime = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** A day as the lists of the settings name it. */
export function shortDate(instant: string): string {
  return day.format(new Date(instant))
}

export function dateAndTime(instant: string): string {
  return dayAndTime.format(new Date(instant))
}
