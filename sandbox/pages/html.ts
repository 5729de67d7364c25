/** HTML that is safe to send. Only the `html` tag creates it, so plain text is always escaped. */
export class Html {
  readonly #markup: string

  constructor(markup: string) {
    this.#markup = markup
  }

  toString(): string {
    return this.#markup
  }
}

type HtmlValue = Html | string | number | undefined | readonly HtmlValue[]

/** A template tag that escapes every value except HTML. Undefined prints nothing. */
export function html(literals: TemplateStringsArray, ...values: HtmlValue[]): Html {
  let markup = literals[0] ?? ''
  values.forEach((value, index) => {
    markup += render(value) + (literals[index + 1] ?? '')
  })
  return new Html(markup)
}

function render(value: HtmlValue): string {
  if (value === undefined) return ''
  if (value instanceof Html) return value.toString()
  if (typeof value === 'object') return value.map(render).join('')
  return escapeHtml(String(value))
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
