/** Text that is HTML already. */
export type Html = { readonly html: string }

/** Builds HTML; every value that is put in is escaped, unless it is `Html` itself. */
export function html(
  parts: TemplateStringsArray,
  ...values: readonly (string | number | Html | readonly Html[])[]
): Html {
  return {
    html: parts.reduce((all, part, index) => {
      const value = values[index - 1]
      return all + (value === undefined ? '' : render(value)) + part
    }),
  }
}

function render(value: string | number | Html | readonly Html[]): string {
  if (typeof value === 'string' || typeof value === 'number') return escape(String(value))
  return 'html' in value ? value.html : value.map((part) => part.html).join('')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
}
