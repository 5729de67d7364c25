type ReadMoreProps = { readonly text: string; readonly className: string }

/** What a long text goes on with, for who wants to read it. */
export function ReadMore({ text, className }: ReadMoreProps) {
  return (
    <details className={className}>
      <summary className="text-accent cursor-pointer py-1 font-medium">Read more</summary>
      <p className="mt-2 whitespace-pre-line">{text}</p>
    </details>
  )
}
