/**
 * A field's error in words. The element is always there, so that its text is announced when it comes: while it is empty
 * it takes no room, but is not hidden, since what is hidden is not listened to.
 */
export function LiveError({ id, text }: { readonly id: string; readonly text: string | null }) {
  return (
    <p id={id} aria-live="polite" className="text-danger text-sm empty:absolute">
      {text}
    </p>
  )
}
