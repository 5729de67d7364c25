/** The control page's script: buttons become requests, and the lists keep themselves up to date. */
const refreshMs = 3000

document.addEventListener('click', (event) => {
  const button = event.target instanceof Element ? event.target.closest('button') : null
  if (button !== null) void act(button)
})
setInterval(() => void (document.hidden ? undefined : refresh()), refreshMs)

async function act(button: HTMLButtonElement): Promise<void> {
  const { copy, script, post, put, confirm: question } = button.dataset
  if (copy !== undefined) {
    await navigator.clipboard.writeText(copy)
    return say(`Copied ${copy}.`)
  }
  if (script !== undefined) return fill('fault-script', script)
  const path = post ?? put
  if (path === undefined || (question !== undefined && !window.confirm(question))) return
  button.disabled = true
  say(await send(post === undefined ? 'PUT' : 'POST', path, bodyOf(button)))
  button.disabled = false
  if (button.dataset['clears'] !== undefined) fill(button.dataset['clears'], '{}')
  await refresh()
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

/** What came of it, in words. */
async function send(method: string, path: string, body: string): Promise<string> {
  try {
    const response = await fetch(path, { method, headers: { 'content-type': 'application/json' }, body })
    return response.ok ? 'Done.' : `Refused (${response.status}): ${(await response.text()).slice(0, 500)}`
  } catch {
    return 'The sandbox does not answer.'
  }
}

/** Takes fresh copies of the live sections; what did not change stays, and so does the focus. */
async function refresh(): Promise<void> {
  const response = await fetch('/live-sections').catch(() => undefined)
  if (response?.ok !== true) return
  const fresh = new DOMParser().parseFromString(await response.text(), 'text/html')
  for (const section of document.querySelectorAll('section[data-live]')) {
    const next = fresh.getElementById(section.id)
    if (next === null || section.isEqualNode(next) || section.contains(document.activeElement)) continue
    section.replaceWith(document.adoptNode(next))
  }
}

function say(text: string): void {
  const status = document.querySelector('[role=status]')
  if (status !== null) status.textContent = text
}
