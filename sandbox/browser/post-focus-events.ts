import type { FromFrame } from './frames/frame-messages.ts'

/**
 * Posts to the page around a frame when its form gets or loses the focus, or gets Escape or Enter. Every focused field
 * posts: on a busy machine, the browser's earlier blur event can arrive after the focus a script has set.
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
