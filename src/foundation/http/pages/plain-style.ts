/** The styles of a page without its own style sheet, in the colors of the palette. */
export const plainStyle = `
:root { font: 16px/1.6 system-ui, sans-serif }
body { max-width: 45rem; margin: 0 auto; padding: 2rem 1.25rem; background: var(--page); color: var(--ink); overflow-wrap: anywhere }
h1 { font-size: 1.5rem; line-height: 1.25 }
a { color: inherit }
:focus-visible { outline: 2px solid; outline-offset: 2px }
button { min-height: 2.75rem; padding: 0.5rem 1.25rem; border: 1px solid var(--ink); border-radius: 0.75rem; background: var(--ink); color: var(--page); font: inherit; font-weight: 600; cursor: pointer }
li { margin: 0 0 0.75rem }
li p { margin: 0.25rem 0; color: var(--muted) }
pre, iframe { border: 1px solid var(--line); border-radius: 0.75rem }
pre { white-space: pre-wrap; padding: 0.75rem 1rem; background: var(--surface) }
iframe { width: 100%; height: 32.5rem; background: #fff }
`
