import type { FromFrame } from './frames/frame-messages.ts'

/**
 * Posts to the page around a frame when its form is entered, left, escaped from or sent. Each field that is entered posts: on
 * a busy machine the browser's word that the frame was left before may come after the focus that a script gave it.
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
