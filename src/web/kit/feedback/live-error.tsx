/**
 * A field's error. The element is always present, so its text is announced when it appears: empty, it takes no room but
 * is not hidden, since hidden elements are not announced.
 */
export function LiveError({ id, text }: { readonly id: string; readonly text: string | null }) {
  return (
    <p id={id} aria-live="polite" className="text-danger text-sm empty:absolute">
      {text}
    </p>
  )
}
