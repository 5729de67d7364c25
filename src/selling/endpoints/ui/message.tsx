import { useId } from 'react'

type Props = { readonly name: string; readonly text: string; readonly isJson?: boolean }

/** The body of a request or a response, which can also be scrolled by keyboard. */
export function Message({ name, text, isJson = false }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid min-w-0 grid-cols-1 gap-1.5">
      <h4 id={id} className="text-sm font-medium">
        {name}
      </h4>
      <pre
        // Browsers scroll only focused elements by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="group"
        aria-labelledby={id}
        translate="no"
        className="max-h-72 overflow-auto rounded-xl bg-sunken px-4 py-3 font-mono text-xs break-all whitespace-pre-wrap"
      >
        {isJson ? indented(text) : text}
      </pre>
    </section>
  )
}

function indented(text: string): string {
  return JSON.stringify(JSON.parse(text), undefined, 2)
}
