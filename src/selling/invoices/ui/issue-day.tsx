const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** A document's day by its shop's clock, which is the same for every reader, such as "2026-11-22". */
export function IssueDay({ day }: { readonly day: string }) {
  return <time dateTime={day}>{format.format(new Date(day))}</time>
}
