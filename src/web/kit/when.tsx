const dayAndTime = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** An instant by the reader's own clock. */
export function When({ at }: { readonly at: string }) {
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {dayAndTime.format(new Date(at))}
    </time>
  )
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })

/** The day of an instant by the reader's own clock, in a sentence. */
export function Day({ at }: { readonly at: string }) {
  return <time dateTime={at}>{day.format(new Date(at))}</time>
}
