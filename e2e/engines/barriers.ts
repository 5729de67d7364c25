// Finds accessibility barriers with axe in any browser.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

declare global {
  var axe:
    | {
        run: (
          context: object,
          options: object,
        ) => Promise<{
          violations: { id: string; help: string; nodes: { html: string }[] }[]
        }>
      }
    | undefined
}

/** The script that `findBarriersInPage` needs in a page. */
export async function readAxe(): Promise<string> {
  return readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
}

/** Runs in the page. Stripe's frames are not ours to check. */
export async function findBarriersInPage(): Promise<string[]> {
  if (globalThis.axe === undefined) return ['axe is not loaded']
  const values = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
  const options = { iframes: false, runOnly: { type: 'tag', values }, resultTypes: ['violations'] }
  const { violations } = await globalThis.axe.run(document, options)
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help} ${html}`))
}
