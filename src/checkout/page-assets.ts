import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { PageAssets } from './page-document.ts'

export const pageEntry = 'src/checkout/ui/hydrate.tsx'

const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.array(z.string()).default([]),
    css: z.array(z.string()).default([]),
  }),
)
type Manifest = z.output<typeof manifestSchema>

/** Reads the built files of the page's entry: its style rules whole, and its modules in loading order. */
export async function readAssets(directory: string): Promise<PageAssets> {
  const manifest = await readManifest(join(directory, '.vite/payment.json'))
  const chunks = chunksOf(manifest, pageEntry)
  const sheets = chunks.flatMap(({ css }) => css)
  const styles = await Promise.all(sheets.map((file) => readFile(join(directory, file), 'utf8')))
  return { styles: styles.join(''), modules: chunks.map(({ file }) => `/${file}`) }
}

async function readManifest(path: string): Promise<Manifest> {
  try {
    return manifestSchema.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    throw new Error(`The payment page is not built: ${path} can not be read`, { cause: error })
  }
}

/** The entry's chunk and, each once, all that it imports. */
function chunksOf(manifest: Manifest, entry: string): Manifest[string][] {
  const names = new Set([entry])
  for (const name of names) {
    for (const imported of manifest[name]?.imports ?? []) names.add(imported)
  }
  return [...names].flatMap((name) => {
    const chunk = manifest[name]
    if (chunk === undefined) throw new Error(`The build has no ${name}`)
    return [chunk]
  })
}
