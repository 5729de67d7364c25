/** A list's line as Word and others write it: a paragraph that begins with its mark. */
type Item = {
  readonly line: HTMLElement
  readonly level: number
  /** Of a numbered list its number; null of one with dots. */
  readonly number: number | null
}

/** Word says how deep a line of a list is where no browser keeps it; this puts it where it stays. */
export function withListLevels(html: string): string {
  return html.replaceAll(
    /<p\b(?=[^>]*?style=(?:'[^']*?|"[^"]*?)mso-list:\s*l\d+\s+level(\d+))/gi,
    '<p data-level="$1"',
  )
}

/** Makes lists of the paragraphs that are a list's lines in Word, and of those that begin with a dot. */
export function makeLists(dom: HTMLElement): void {
  const lines = [...dom.querySelectorAll('p')]
  let list: { readonly last: HTMLElement; readonly open: HTMLElement[] } | null = null
  for (const line of lines) {
    const item = takeMark(line)
    if (item === null) continue
    const follows: HTMLElement[] = list !== null && line.previousElementSibling === list.last ? list.open : []
    const outermost = addItem(item, follows)
    list = { last: outermost, open: follows }
  }
}

/** Adds it to the lists that are open, from the outermost to the innermost; answers the outermost. */
function addItem({ line, level, number }: Item, open: HTMLElement[]): HTMLElement {
  const document = line.ownerDocument
  open.length = Math.min(open.length, level)
  const tag = number === null ? 'UL' : 'OL'
  const here = open.at(-1)
  // Another kind of list at the same depth is another list.
  if (open.length === level && here !== undefined && here.tagName !== tag) open.pop()
  while (open.length < level) {
    const list = document.createElement(tag)
    if (number !== null) list.setAttribute('start', String(number))
    const outer = open.at(-1)
    if (outer === undefined) line.before(list)
    else (outer.lastElementChild ?? outer.appendChild(document.createElement('li'))).append(list)
    open.push(list)
  }
  const item = document.createElement('li')
  open.at(-1)?.append(item)
  item.append(line)
  return open[0] ?? line
}

/** What of a line is its mark, which goes; null for a line that is of no list. */
function takeMark(line: HTMLElement): Item | null {
  const isWords = /\bMsoList/.test(line.className) || line.hasAttribute('data-level')
  const level = Number(line.getAttribute('data-level') ?? 1)
  const marks = [...line.querySelectorAll('[style*="mso-list"]')].filter((part) =>
    /mso-list:\s*Ignore/i.test(part.getAttribute('style') ?? ''),
  )
  const [mark] = marks
  if (mark !== undefined) {
    const written = mark.textContent.trim()
    mark.remove()
    return { line, level, number: numberOf(written) }
  }
  const begin = isWords
    ? /^\s*(?:([\p{L}\p{N}]{1,4}[.)])|[^\p{L}\p{N}\s(„"'«“]|o(?=\s{2}))\s+/u
    : /^\s*[·•▪◦●§]\s+/
  const found = begin.exec(line.textContent)
  if (found === null) return null
  cutBegin(line, found[0].length)
  return { line, level, number: numberOf(found[1] ?? '') }
}

/** Of letters the number is not known: such a list begins with 1. */
function numberOf(mark: string): number | null {
  if (!/^\(?[\p{L}\p{N}]{1,9}[.)]/u.test(mark)) return null
  return Number(/\d+/.exec(mark)?.[0] ?? 1)
}

function cutBegin(line: HTMLElement, length: number): void {
  const texts = line.ownerDocument.createTreeWalker(line, NodeFilter.SHOW_TEXT)
  let left = length
  while (left > 0 && texts.nextNode()) {
    const text = texts.currentNode
    if (!(text instanceof Text)) continue
    const { data } = text
    text.data = data.slice(left)
    left -= Math.min(left, data.length)
  }
}
