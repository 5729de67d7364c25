/** The control page's script. Its buttons send requests, and its lists refresh automatically. */
const refreshMs = 3000

document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('button') : null
  if (button !== null) void act(button)
})
setInterval(() => void (document.hidden ? undefined : refresh('by itself')), refreshMs)

async function act(button: HTMLButtonElement): Promise<void> {
  const { copy, script, post, put, confirm: question } = button.dataset
  if (copy !== undefined) {
    await navigator.clipboard.writeText(copy)
    return say(`Copied ${copy}.`)
  }
  if (script !== undefined) return fill('fault-script', script)
  const path = post ?? put
  if (path === undefined || (question !== undefined && !window.confirm(question))) return
  say(await send(post === undefined ? 'PUT' : 'POST', path, bodyOf(button)))
  if (button.dataset['clears'] !== undefined) fill(button.dataset['clears'], '{}')
  await refresh('asked')
}

function bodyOf(button: HTMLButtonElement): string {
  const { body, bodyOf: id } = button.dataset
  const field = id === undefined ? null : document.getElementById(id)
  return field instanceof HTMLTextAreaElement ? field.value : (body ?? '{}')
}

function fill(id: string, text: string): void {
  const field = document.getElementById(id)
  if (field instanceof HTMLTextAreaElement) field.value = text
}

/** Describes the result of a request in words. */
async function send(method: string, path: string, body: string): Promise<string> {
  try {
    const response = await fetch(path, { method, headers: { 'content-type': 'application/json' }, body })
    return response.ok ? 'Done.' : `Refused (${response.status}): ${(await response.text()).slice(0, 500)}`
  } catch {
    return 'The sandbox did not respond.'
  }
}

/**
 * Fetches the live parts of the page again. Automatic updates skip the part that has the focus. After a
 * click, the button in the same place gets the focus.
 */
async function refresh(reason: 'asked' | 'by itself'): Promise<void> {
  const response = await fetch('/live-sections').catch(() => undefined)
  if (response?.ok !== true) return
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html')
  for (const part of document.querySelectorAll('[data-live]')) {
    const next = fresh.getElementById(part.id)
    if (next === null || part.isEqualNode(next)) continue
    if (reason === 'asked' || !part.contains(document.activeElement)) replace(part, next)
  }
}

function replace(part: Element, next: Element): void {
  const focused = [...part.querySelectorAll('button')].findIndex(
    (button) => button === document.activeElement,
  )
  const { scrollTop = 0, scrollLeft = 0 } = part.querySelector('.scroll') ?? {}
  part.replaceWith(document.adoptNode(next))
  next.querySelector('.scroll')?.scrollTo(scrollLeft, scrollTop)
  next.querySelectorAll('button')[focused]?.focus()
}

function say(text: string): void {
  const status = document.querySelector('[role=status]')
  if (status !== null) status.textContent = text
}
