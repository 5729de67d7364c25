import type { FromFrame } from './frames/frame-messages.ts'

/**
 * Notifies the outer page when a form in a frame gets or loses the focus or receives Escape or Enter. Every field
 * reports each focus, because on a busy machine, a blur event can arrive after a script has already moved the focus.
 */
export function postFocusEvents(form: HTMLFormElement, post: (message: FromFrame) => void): void {
  form.addEventListener('focusin', () => post({ kind: 'focus' }))
  form.addEventListener('focusout', (event) => {
    if (event.relatedTarget === null) post({ kind: 'blur' })
  })
  form.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') post({ kind: 'escape' })
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    post({ kind: 'submit' })
  })
}
