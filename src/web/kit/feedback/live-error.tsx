/**
 * The error of a field. Its element is always present, so that its text is announced when it appears. When
 * empty, it takes no room but is not hidden, because hidden elements are not announced.
 */
export function LiveError({ id, text }: { readonly id: string; readonly text: string | null }) {
  return (
    <p id={id} aria-live="polite" className="text-danger text-sm empty:absolute">
      {text}
    </p>
  )
}
